import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Relative to the home: files and folders of keys, logins, histories and browsers. */
const CREDENTIALS = `
  .ssh .aws .azure .gnupg .docker .kube .oci .boto .s3cfg .fly .claude .claude.json .codex .gemini
  .cursor .continue .aider.conf.yml .config/gcloud .config/gh .config/glab-cli .config/hub
  .config/op .config/git .config/anthropic .config/openai .config/rclone .config/doctl
  .config/heroku .config/pypoetry/auth.toml .config/containers/auth.json .config/pnpm/rc
  .config/google-chrome .config/chromium .config/BraveSoftware .mozilla .config/github-copilot
  .config/Code .config/sops .config/age .config/pip/pip.conf .cache/huggingface .huggingface
  .local/share/keyrings .local/share/uv/credentials .local/share/kwalletd .password-store
  .thunderbird .pki .electrum .bitcoin .terraformrc .terraform.d .vault-token .netrc .pgpass .my.cnf
  .mylogin.cnf .npmrc .yarnrc.yml .bunfig.toml .pypirc .pip/pip.conf .condarc .gem/credentials
  .bundle/config .composer/auth.json .config/composer/auth.json .nuget/NuGet/NuGet.Config
  .gradle/gradle.properties .git-credentials .kaggle .bash_history .zsh_history .python_history
  .node_repl_history .psql_history .mysql_history .local/share/fish/fish_history .env .envrc
  .wakatime.cfg
`
  .trim()
  .split(/\s+/);
/** Maven's settings but those that it is given without secrets. */
const MAVEN_SETTINGS = /^settings(?!\.xml$).*\.xml$/;

/** Absolute paths at which a user's credentials usually lie, there or not. */
export function credentialsIn(home: string): string[] {
  const maven = join(home, '.m2');
  const settings = (existsSync(maven) ? readdirSync(maven) : []).filter((name) =>
    MAVEN_SETTINGS.test(name),
  );
  return [
    ...CREDENTIALS.map((name) => join(home, name)),
    ...settings.map((name) => join(maven, name)),
  ];
}
