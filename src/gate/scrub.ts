const SECRETS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\bsk-[A-Za-z0-9_-]{16,}/g,
  /\b(?:gh[opsru]|github_pat|glpat|xox[abprs]|npm|pypi)[_-][A-Za-z0-9_-]{16,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
  /(?<=\b(?:bearer|basic)\s)[A-Za-z0-9+/._~-]{12,}=*/gi,
  /(?<=[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/gi,
  /(?<=\b[A-Z0-9_]*(?:TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|API_?KEY|PRIVATE_?KEY)["']?\s*[=:]\s*["']?)[^\s"',;]{6,}/gi,
];

/** Text with what looks like a secret replaced by `[secret]`. */
export function scrub(text: string): string {
  return SECRETS.reduce((clean, pattern) => clean.replace(pattern, '[secret]'), text);
}
