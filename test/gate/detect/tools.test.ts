import { describe, expect, it } from '@jest/globals';
import { checkTool, isWriting, onlyLooking } from '../../../src/gate/detect/tools.js';

const words = (line: string): string[] => line.split(' ');

describe('checkTool', () => {
  it.each([
    ['npx eslint .', 'lint'],
    ['biome check .', 'lint'],
    ['biome format .', 'format'],
    ['oxlint', 'lint'],
    ['prettier . --check', 'format'],
    ['tsc -b', 'types'],
    ['vue-tsc --noEmit', 'types'],
    ['svelte-check', 'types'],
    ['.venv/bin/python -m ruff check .', 'lint'],
    ['ruff format .', 'format'],
    ['python3 -m flake8', 'lint'],
    ['black --check .', 'format'],
    ['isort -c .', 'format'],
    ['mypy', 'types'],
    ['pyright', 'types'],
    ['go vet ./...', 'lint'],
    ['gofmt -l .', 'format'],
    ['golangci-lint run', 'lint'],
    ['cargo +nightly clippy', 'lint'],
    ['cargo fmt --check', 'format'],
    ['./gradlew checkstyleMain', 'lint'],
    ['mvn checkstyle:check', 'lint'],
    ['cargo build', undefined],
    ['go build ./...', undefined],
    ['node lint.js', undefined],
  ])('knows %j as %s', (line, kind) => {
    expect(checkTool(words(line))?.kind).toBe(kind);
  });
});

describe('onlyLooking', () => {
  it.each([
    ['eslint --fix --fix-type layout .', 'eslint .'],
    ['npx xo --fix', 'xo'],
    ['oxlint --fix-dangerously', 'oxlint'],
    ['prettier -w .', 'prettier . --check'],
    ['prettier .', 'prettier . --check'],
    ['biome check --write --unsafe .', 'biome check .'],
    ['biome lint --apply-unsafe', 'biome lint'],
    ['oxfmt src', 'oxfmt src --check'],
    ['dprint fmt', 'dprint check'],
    ['ruff check --fix --unsafe-fixes .', 'ruff check --no-fix .'],
    ['ruff format .', 'ruff format . --check'],
    ['python -m black .', 'python -m black . --check'],
    ['isort .', 'isort . --check-only'],
    ['gofmt -w .', 'gofmt . -l'],
    ['golangci-lint run --fix', 'golangci-lint run'],
    ['cargo fmt --all -- --config a=b', 'cargo fmt --all --check -- --config a=b'],
    ['cargo clippy --fix --allow-dirty', 'cargo clippy'],
  ])('turns %j into %j', (line, looking) => {
    expect(onlyLooking(words(line))?.join(' ')).toBe(looking);
  });

  it.each([
    'eslint .',
    'prettier -l .',
    'biome ci',
    'ruff check --no-fix .',
    'black --check .',
    'cargo fmt --check',
    'node check.js',
    'svelte-check',
  ])('leaves %j as it is', (line) => {
    const argv = words(line);
    expect(onlyLooking(argv)?.join(' ')).toBe(line);
  });

  it.each(['lint-staged', 'pre-commit run -a', 'remark . -o', 'go fmt ./...', 'stray --fix'])(
    'finds no way to keep %j from writing',
    (line) => {
      expect(onlyLooking(words(line))).toBeNull();
    },
  );
});

describe('isWriting', () => {
  it.each([
    ['eslint . --fix', true],
    ['prettier -w .', true],
    ['prettier --write .', true],
    ['prettier --check .', false],
    ['eslint . --fix-dry-run', false],
    ['mocha -w', false],
  ])('%j: %s', (line, writes) => {
    expect(isWriting(words(line))).toBe(writes);
  });
});
