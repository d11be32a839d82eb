import js from '@eslint/js';
import { readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import tseslint from 'typescript-eslint';

const ROOTS = readdirSync(new URL('src', import.meta.url))
  .filter((name) => name.endsWith('.ts') && name !== 'local.ts')
  .map((name) => name.replace('.ts', '\\.js'));
const BUILTINS = builtinModules.filter((name) => !name.startsWith('_')).join('|');

/** Everything that a file may reach for, and how an import of it looks. */
const TARGETS = {
  core: '^(\\.\\./)+core/',
  contracts: '^(\\.\\./)+core/contracts\\.js$',
  workflows: '^(\\.\\./)+workflows/',
  activities: '^(\\.\\./)+activities/',
  change: '^(\\.\\./)+change/',
  gate: '^(\\.\\./)+gate/(?!runners/)',
  runners: '^(\\.\\./)+gate/runners/',
  oracle: '^(\\.\\./)+oracle/',
  brains: '^(\\.\\./)+brains/',
  adapters: '^(\\.\\./)+adapters/',
  client: '^(\\.\\.?/)+client/',
  local: '^(\\.\\./)+local\\.js$',
  roots: `^(\\.\\./)+(${ROOTS.join('|')})$|^(\\.\\./)+local/`,
  node: `^(node:.*|(${BUILTINS})(/.*)?)$`,
  zod: '^zod(/.*)?$',
  'temporal workflow': '^@temporalio/workflow(/.*)?$',
  'temporal activity': '^@temporalio/activity(/.*)?$',
  'temporal client': '^@temporalio/(client|envconfig)(/.*)?$',
  'temporal worker': '^@temporalio/(worker|testing)(/.*)?$',
  'temporal common': '^@temporalio/(common|proto)(/.*)?$',
  libraries: `^(?![./])(?!node:|@temporalio/)(?!(zod|${BUILTINS})(/|$))`,
};

const ROOM = 'a room knows its one business: it never sees another room, Temporal, or who calls it';

/**
 * The dependency rule (ARCHITECTURE.md): core decides, workflows order, activities do, rooms know,
 * adapters touch, client asks. What a zone's row does not name, it must not import.
 */
const ZONES = [
  {
    files: ['src/core/**'],
    values: [],
    why: 'core decides: it is pure and imports nothing, so workflow, client and tests can trust it',
  },
  {
    files: ['src/core/contracts.ts'],
    values: ['zod'],
    why: 'contracts are the one place of core with a library, and that is zod',
  },
  {
    files: ['src/workflows/**'],
    values: ['core', 'temporal workflow', 'temporal common'],
    types: ['activities', 'contracts'],
    why: 'workflows order: what they import is bundled and must replay the same for ever',
  },
  {
    files: ['src/activities/**'],
    values: [
      ...['core', 'contracts', 'change', 'gate', 'runners', 'oracle', 'brains', 'adapters', 'node'],
      ...['temporal activity', 'temporal common'],
    ],
    why: 'activities do: they call rooms and adapters, never workflows or the client',
  },
  ...['change', 'brains'].map((room) => ({
    files: [`src/${room}/**`],
    values: ['core', 'contracts', room, 'adapters', 'node', 'libraries'],
    why: ROOM,
  })),
  {
    files: ['src/gate/**'],
    values: ['core', 'contracts', 'gate', 'runners', 'adapters', 'node', 'libraries'],
    why: ROOM,
  },
  {
    files: ['src/oracle/**'],
    values: ['core', 'contracts', 'oracle', 'runners', 'adapters', 'node', 'libraries'],
    why: `${ROOM} (the oracle may use the gate's runners)`,
  },
  {
    files: ['src/adapters/**'],
    values: ['core', 'contracts', 'node', 'libraries'],
    why: 'adapters touch one outside thing each: they know core and their library, no room',
  },
  {
    files: ['src/client/**'],
    values: ['core', 'contracts', 'local', 'node', 'libraries', 'temporal client'],
    types: ['workflows'],
    why: 'the client asks: it reaches rooms and adapters through local.ts alone',
  },
  {
    files: ['src/*.ts', 'src/local/**'],
    values: Object.keys(TARGETS).filter((target) => target !== 'client'),
    why: 'composition roots wire everything but the client, which starts them',
  },
];

/** Turns a row of {@link ZONES} into the block that forbids everything that it does not name. */
function forbidTheRest({ files, values, types = [], why }) {
  const patterns = Object.entries(TARGETS)
    .filter(([target]) => !values.includes(target))
    .map(([target, regex]) => ({
      regex,
      allowTypeImports: types.includes(target),
      message: types.includes(target) ? `Types only: ${why}.` : `Not from here: ${why}.`,
    }));
  return {
    files,
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
  };
}

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'coverage/',
      'examples/',
      'test/fixtures/',
      'test/replay/histories/',
      'rubric/self-test/',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      // The compiler's flags are bits that are meant to be combined and compared as numbers.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // Async without await still has a use: a throw becomes a rejection.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Interfaces are filled with closures here, not with objects that need their `this`.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly', URL: 'readonly' } },
  },
  ...ZONES.map(forbidTheRest),
);
