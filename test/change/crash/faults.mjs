/**
 * Puts itself between the product and the disk: counts every call that changes the disk and the
 * start, run and end of every git, and kills or fails the process at one of them.
 */
import { Buffer } from 'node:buffer';
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Names of the points met since {@link arm}, in order. @type {string[]} */
let met = [];
/** @type {{ at: number, how: 'kill' | 'tear' | 'fail' | 'full' | 'hold' } | undefined} */
let plan;

/**
 * Begins to count anew. `at` is the number of a point, from 1; there `kill` ends the process group,
 * `tear` does so in the middle of the call, `fail` lets the call meet a full disk, and `full` that
 * one and every later call that needs room; `hold` stops the process until it gets a SIGCONT.
 *
 * @param {{ at: number, how: 'kill' | 'tear' | 'fail' | 'full' | 'hold' } | undefined} next
 */
export function arm(next) {
  met = [];
  plan = next;
}

/** The points met. */
export function points() {
  return met;
}

function die() {
  process.kill(-process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const NEEDS_ROOM = /^(?:open|handle\.write|write|appendFile|mkdir|copyFile|link|symlink|cp)/;

/**
 * Passes a point, or does not.
 *
 * @param {string} name
 * @param {() => void} tear does half of what comes next
 */
function pass(name, tear) {
  met.push(name);
  if (plan === undefined) return;
  const isHere = met.length === plan.at;
  if (plan.how === 'full' ? met.length >= plan.at && NEEDS_ROOM.test(name) : isHere) {
    if (plan.how === 'hold') {
      process.kill(process.pid, 'SIGSTOP');
      return;
    }
    if (plan.how === 'tear') tear();
    if (plan.how === 'kill' || plan.how === 'tear') die();
    const error = new Error(`ENOSPC: no space left on device, ${name}`);
    throw Object.assign(error, { code: 'ENOSPC' });
  }
}

/** The end of the operation is a point as well: nothing may be left to do after it. */
export function end() {
  pass('end', () => {});
}

const nothing = () => {};

/** @param {any} data */
function half(data) {
  const bytes = Buffer.from(data);
  return bytes.subarray(0, bytes.length >> 1);
}

/** Half of what some calls do, at once. @type {Record<string, (...args: any[]) => void>} */
const HALVES = {
  writeFile: (path, data) => fs.writeFileSync(path, half(data)),
  copyFile: (from, to) => fs.writeFileSync(to, half(fs.readFileSync(from))),
  rm: (path) => {
    if (!fs.existsSync(path)) return;
    const [first] = fs.statSync(path).isDirectory() ? fs.readdirSync(path) : [];
    if (first !== undefined) fs.rmSync(join(path, first), { recursive: true });
  },
};

const CALLS = [
  ...['writeFile', 'appendFile', 'rename', 'unlink', 'rm', 'rmdir', 'mkdir', 'mkdtemp', 'chmod'],
  ...['utimes', 'copyFile', 'link', 'symlink', 'truncate', 'cp'],
];

/** @type {any} */
const promises = fs.promises;
for (const name of CALLS) {
  const original = promises[name];
  promises[name] = async (/** @type {any[]} */ ...args) => {
    pass(`${name} ${String(args[0])}`, () => HALVES[name]?.(...args));
    return original(...args);
  };
}
const { open } = promises;
promises.open = async (/** @type {any[]} */ ...args) => {
  if (/[wa+]/.test(String(args[1] ?? 'r'))) pass(`open ${String(args[0])}`, nothing);
  return open(...args);
};

const handle = await open(fileURLToPath(import.meta.url));
const prototype = Object.getPrototypeOf(handle);
await handle.close();
for (const name of ['write', 'writeFile', 'appendFile', 'sync', 'datasync', 'chmod', 'utimes']) {
  const original = prototype[name];
  prototype[name] = async function (/** @type {any[]} */ ...args) {
    const tear = () => fs.writeSync(this.fd, half(args[0]));
    pass(`handle.${name} `, name === 'writeFile' ? tear : nothing);
    return original.apply(this, args);
  };
}

/** @type {any} */
const processes = childProcess;
const { spawn } = processes;
processes.spawn = (/** @type {any[]} */ ...args) => {
  const words = args[1].filter((/** @type {string} */ _word, /** @type {number} */ at) => {
    return args[1][at] !== '-c' && args[1][at - 1] !== '-c';
  });
  const name = `git ${words[0]}`;
  pass(name, nothing);
  const child = spawn(...args);
  pass(`${name} runs`, nothing);
  child.once('exit', () => pass(`${name} ended`, nothing));
  return child;
};

syncBuiltinESMExports();
