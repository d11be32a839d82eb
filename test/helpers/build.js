/** jest global set-up: processes under test run the compiled product, so it must not be stale. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

function newest(folder) {
  return Math.max(
    ...readdirSync(folder, { recursive: true }).map((name) => statSync(join(folder, name)).mtimeMs),
  );
}

export default function build() {
  const bundle = join(ROOT, 'dist/workflow-bundle.js');
  if (existsSync(bundle) && statSync(bundle).mtimeMs > newest(join(ROOT, 'src'))) return;
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });
}
