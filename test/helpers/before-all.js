/** jest's globalSetup: what all test files share. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

function newest(folder) {
  return Math.max(
    ...readdirSync(folder, { recursive: true }).map((name) => statSync(join(folder, name)).mtimeMs),
  );
}

/** Processes under test run the compiled product, so it must not be stale. */
function build() {
  const bundle = join(ROOT, 'dist/workflow-bundle.js');
  if (existsSync(bundle) && statSync(bundle).mtimeMs > newest(join(ROOT, 'src'))) return;
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });
}

export default function beforeAll() {
  build();
  // The first file that needs a server starts it there.
  process.env.SERVER_HOME = realpathSync(mkdtempSync(join(tmpdir(), 'rl-test-server-')));
}
