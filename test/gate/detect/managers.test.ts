import { describe, expect, it } from '@jest/globals';
import { managerCall } from '../../../src/gate/detect/managers.js';

const own = { kind: 'own' };
const all = { kind: 'workspaces' };
const folder = (dir: string) => ({ kind: 'folder', dir });
const named = (...patterns: string[]) => ({ kind: 'named', patterns });
const scripts = (names: string, target: object = own, ...extra: string[]) => ({
  kind: 'scripts',
  names: names.split(' '),
  extra,
  target,
});
const program = (argv: string, target: object = own) => ({
  kind: 'program',
  argv: argv.split(' '),
  target,
});
const isScript = (name: string) => ['lint', 'test', 'unit'].includes(name);

describe('managerCall', () => {
  it.each<[string, object | null]>([
    ['npm test', scripts('test')],
    ['npm t -- --ci', scripts('test', own, '--ci')],
    ['npm run unit --silent -- a b', scripts('unit', own, 'a', 'b')],
    ['npm run-script lint', scripts('lint')],
    ['npm -w packages/a test', scripts('test', named('./packages/a'))],
    ['npm test --workspace=@s/a', scripts('test', named('@s/a'))],
    ['npm test --workspaces --if-present', scripts('test', all)],
    ['npm --prefix web test', scripts('test', folder('web'))],
    ['npm exec -w a -- jest --ci', program('jest --ci', named('a'))],
    ['npm ci', null],
    ['npm run', null],
    ['npm lint', null],
    ['pnpm test', scripts('test')],
    ['pnpm lint --quiet', scripts('lint', own, '--quiet')],
    ['pnpm run unit -- -x', scripts('unit', own, '-x')],
    ['pnpm -r test', scripts('test', all)],
    ['pnpm -r --parallel run unit', scripts('unit', all)],
    ['pnpm run -r unit', scripts('unit', all)],
    ['pnpm recursive run unit', scripts('unit', all)],
    ['pnpm --filter a --filter !b test', scripts('test', named('a', '!b'))],
    ['pnpm -F=./packages/** test', scripts('test', named('./packages/**'))],
    ['pnpm -C web test', scripts('test', folder('web'))],
    ['pnpm -w run lint', scripts('lint', folder('/'))],
    ['pnpm vitest run', program('vitest run')],
    ['pnpm exec vitest run', program('vitest run')],
    ['pnpm --filter a exec vitest run', program('vitest run', named('a'))],
    ['pnpm install --frozen-lockfile', null],
    ['yarn test', scripts('test')],
    ['yarn run lint', scripts('lint')],
    ['yarn run jest --ci', program('jest --ci')],
    ['yarn jest --ci', program('jest --ci')],
    ['yarn workspace @s/a test --ci', scripts('test', named('@s/a'), '--ci')],
    ['yarn workspace a run unit', scripts('unit', named('a'))],
    ['yarn workspaces run unit', scripts('unit', all)],
    ['yarn workspaces foreach -Apt run unit', scripts('unit', all)],
    ['yarn --cwd web unit', scripts('unit', folder('web'))],
    ['yarn install --immutable', null],
    ['yarn', null],
    ['bun run test', scripts('test')],
    ['bun run --filter a unit', scripts('unit', named('a'))],
    ['bun lint', scripts('lint')],
    ['bun test', null],
    ['turbo run lint test', scripts('lint test', all)],
    ['turbo test --filter=a -- --ci', scripts('test', named('a'), '--ci')],
    ['nx run-many -t lint test', scripts('lint test', all)],
    ['nx run-many --target=test --projects=a,b', scripts('test', named('a', 'b'))],
    ['nx affected -t test', scripts('test', all)],
    ['nx test a', scripts('test', named('a'))],
    ['nx run a:test', scripts('test', named('a'))],
    ['lerna run test --scope a --stream', scripts('test', named('a'))],
    ['lerna bootstrap', null],
    ['node --run unit -- --ci', scripts('unit', own, '--ci')],
    ['node unit.js', null],
    ['jest', null],
  ])('reads %j', (line, call) => {
    expect(managerCall(line.split(' '), isScript)).toEqual(call);
  });
});
