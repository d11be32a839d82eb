/** Names of what is secret, as they are written in variables, fields and headers. */
const NAMES =
  '(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|(?:API|ACCESS|PRIVATE|SECRET)_?KEY(?:_BASE)?)';
/** Shorter words, which mean that only at the end of a longer name. */
const ENDINGS = '[A-Z0-9_-]{0,64}[A-Z0-9][_-](?:KEY|PASS|PWD|DSN|PAT|AUTH|COOKIE|SALT)';
const IS = String.raw`["']?\s{0,8}(?:=(?!=)|:(?!:))\s{0,8}`;
/** Quoted to the end of the quotes, else one word. */
const VALUE = String.raw`(?:(?<=")[^"\n]{6,}|(?<=')[^'\n]{6,}|(?<!["'])[^\s"',;]{6,})`;

const SECRETS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)/g,
  /\bsk-[A-Za-z0-9_-]{16,}/g,
  /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}/g,
  /\bwhsec_[A-Za-z0-9+/=]{16,}/g,
  /\b(?:gh[opsru]|github_pat|glpat|xox[abeprs]|xapp|npm|pypi|hf|dop_v1|shpat|lin_api)[_-][A-Za-z0-9_-]{16,}/g,
  /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g,
  /\bya29\.[A-Za-z0-9_-]{16,}/g,
  /\bGOCSPX-[A-Za-z0-9_-]{16,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
  /(?<=\b(?:proxy-)?authorization["']?\s{0,8}[:=]\s{0,8}["']?(?:[a-z]{1,16}\s{1,8})?)[^\s"',;]{8,}/gi,
  /(?<=\b(?:set-)?cookie:\s{0,8})\S[^\n]{7,}/gi,
  /(?<=\b(?:bearer|basic)\s)[A-Za-z0-9+/._~-]{12,}=*/gi,
  /(?<=[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/gi,
  new RegExp(String.raw`(?<=\b[A-Z0-9_-]{0,64}${NAMES}${IS}["']?)${VALUE}`, 'gi'),
  new RegExp(String.raw`(?<=\b${ENDINGS}${IS}["']?)${VALUE}`, 'gi'),
];

/** Text with what looks like a secret replaced by `[secret]`. */
export function scrub(text: string): string {
  return SECRETS.reduce((clean, pattern) => clean.replace(pattern, '[secret]'), text);
}
