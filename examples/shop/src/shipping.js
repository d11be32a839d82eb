import { roundCents } from './money.js';

const FREE_FROM = 80;
const UNION = ['AT', 'BE', 'DE', 'DK', 'ES', 'FI', 'FR', 'IE', 'IT', 'LU', 'NL', 'PL', 'PT', 'SE'];

/** Inside the union for tolls, outside for taxes. */
const SPECIAL_TERRITORIES = ['AX', 'GP', 'IC', 'MQ', 'RE'];

/** @type {Record<string, { base: number, perKilo: number }>} */
const TARIFFS = {
  home: { base: 3.9, perKilo: 0.5 },
  union: { base: 8.5, perKilo: 1.2 },
  world: { base: 19, perKilo: 4 },
};

/**
 * @typedef {object} Parcel
 * @property {string} country where it goes
 * @property {string} territory code of the part of the country, or the country again
 * @property {number} value
 */

/**
 * @param {string} country
 */
export function zoneOf(country) {
  if (country === 'DE') {
    return 'home';
  }
  return UNION.includes(country) ? 'union' : 'world';
}

/**
 * Whether an order of this value is sent for free.
 * @param {number} total
 */
export function isFree(total) {
  if (total >= FREE_FROM) {
    return true;
  }
  return false;
}

/**
 * What it costs to send a parcel.
 * @param {number} total value of the goods
 * @param {number} weight kilograms
 * @param {string} country
 */
export function shippingCost(total, weight, country) {
  const zone = zoneOf(country);
  if (zone === 'home' && isFree(total)) {
    return 0;
  } else {
    const tariff = TARIFFS[zone] ?? { base: 0, perKilo: 0 };
    const kilos = Math.ceil(weight);
    return roundCents(tariff.base + tariff.perKilo * kilos);
  }
}

/**
 * The paper that a parcel needs for the customs.
 * @param {Parcel} parcel
 */
export function customsPaper(parcel) {
  if (SPECIAL_TERRITORIES.includes(parcel.territory)) {
    return 'CN23';
  }
  if (parcel.value > 1000 && !UNION.includes(parcel.country)) {
    return 'CN23';
  }
  return UNION.includes(parcel.country) ? 'none' : 'CN22';
}
