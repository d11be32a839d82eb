import picomatch from 'picomatch';
import type { LockboxRules, Refused } from '../change.js';
import { refuse } from '../refuse.js';
import { foldPath } from './paths.js';

/** Locked whatever the configuration says: they decide what git does and what this loop knows. */
const HARD = [
  '**/{.gitattributes,.gitmodules,.gitignore,.gitconfig,.lfsconfig,.mailmap}',
  '**/.refactor-loop*',
  '**/.refactor-loop*/**',
  '**/refactor-loop.config.*',
  '**/.refactoring-backlog.md',
];

/** Locked unless the project opens single entries; matching too much only narrows what the loop may touch. */
const PROTECTED: Record<string, string[]> = {
  'tests, fixtures, mocks and snapshots': [
    '**/{test,tests,__tests__,spec,specs,e2e,cypress,playwright}/**',
    '**/{testdata,fixtures,__fixtures__,__mocks__,mocks,__snapshots__,snapshots,golden,goldens}/**',
    '**/*.{test,spec,e2e,cy,bench}.*',
    '**/*.test-d.ts',
    '**/*.stories.*',
    '**/*-{test,spec}.*',
    '**/*_{test,spec}.*',
    '**/{test,tests}.{js,mjs,cjs,jsx,ts,mts,cts,tsx,py}',
    '**/test[_-]*.{py,js,mjs,cjs,ts,mts,cts}',
    '**/*.{snap,snapshot}',
    '**/*.approved.*',
    '**/{conftest,sitecustomize,usercustomize}.py',
    '**/*.pth',
  ],
  'test and coverage configuration': [
    '**/{jest,vitest,vite,ava,karma,playwright,cypress,wallaby,stryker,c8,nyc}.{config,conf,setup,workspace}.*',
    '**/{jest,vitest,stryker}.{setup,workspace,json}',
    '**/{.mocharc,.nycrc,.c8rc,.taprc,.coveragerc}*',
    '**/{codecov,.codecov}.{yml,yaml}',
    '**/{pytest.ini,.pytest.ini,pytest.toml,tox.ini,noxfile.py}',
    '**/{phpunit.xml,phpstan.neon}*',
    '**/{.rspec,.config/nextest.toml,*.runsettings}',
  ],
  'configuration of compilers, linters and formatters': [
    '**/{tsconfig,jsconfig}*.json',
    '**/eslint.config.*',
    '**/.eslint*',
    '**/eslint-suppressions.json',
    '**/{biome.json,.prettierrc,.prettierignore,.oxlintrc,.stylelintrc}*',
    '**/{prettier,stylelint,babel,webpack,rollup,swc,esbuild,tsup}.config.*',
    '**/{.swcrc,.babelrc}*',
    '**/.editorconfig',
    '**/{nx,turbo}.json',
    '**/{pyproject.toml,setup.py,setup.cfg,mypy.ini,.mypy.ini,pyrightconfig.json}',
    '**/{ruff.toml,.ruff.toml,.flake8,.pylintrc}',
    '**/{.golangci.*,clippy.toml,rustfmt.toml,.rustfmt.toml,rust-toolchain*,build.rs}',
    '**/{CMakeLists.txt,Makefile,makefile,GNUmakefile,justfile,Taskfile.yml,Rakefile}',
    '**/{Directory.Build.*,global.json,*.csproj,*.sln}',
  ],
  'packages and their versions': [
    '**/package.json',
    '**/{package-lock.json,npm-shrinkwrap.json,yarn.lock,pnpm-lock.yaml,bun.lock,bun.lockb,deno.lock}',
    '**/{Cargo.lock,Cargo.toml,poetry.lock,uv.lock,Pipfile,Pipfile.lock,Gemfile*,composer.*}',
    '**/go.{mod,sum,work,work.sum}',
    '**/requirements*.{txt,in}',
    '**/{.npmrc,.yarnrc,.yarnrc.yml,.pnpmfile.*,pnpm-workspace.yaml,lerna.json,bunfig.toml,deno.json,deno.jsonc}',
    '**/{.nvmrc,.node-version,.python-version,.tool-versions,mise.toml,.mise.toml}',
    '**/{pom.xml,*.gradle,*.gradle.kts,gradle.properties,mix.exs,mix.lock}',
    '**/{.mvn,gradle,.cargo,patches,node_modules}/**',
  ],
  'CI, hooks and owners': [
    '**/{.github,.gitlab,.circleci,.buildkite,.husky,.githooks}/**',
    '**/{.gitlab-ci.yml,.travis.yml,azure-pipelines.yml,bitbucket-pipelines.yml,Jenkinsfile,appveyor.yml}',
    '**/{lefthook.*,.lintstagedrc*,lint-staged.config.*,.pre-commit-config.yaml,commitlint.config.*}',
    '**/{Dockerfile*,docker-compose*.yml,CODEOWNERS}',
  ],
  'secrets, editors and agents': [
    '**/.env*',
    '**/*.{pem,key,p12,pfx}',
    '**/{.vscode,.idea,.devcontainer,.claude,.cursor,.codex}/**',
    '**/{AGENTS,CLAUDE,GEMINI}.md',
  ],
  'generated, minified and vendored files': [
    '**/{vendor,third_party,bower_components}/**',
    '**/*.min.{js,mjs,cjs,css}',
  ],
};

type Matcher = (path: string) => boolean;

function matcher(glob: string): Matcher {
  // Flag s, for a name may hold a newline; with flags, picomatch has no `nocase`.
  const match = picomatch(glob.normalize('NFC').toLowerCase(), { dot: true, flags: 'is' });
  return (path) => match(path);
}

const hard = HARD.map((glob) => ({ glob, matches: matcher(glob) }));
const locked = Object.entries(PROTECTED).flatMap(([group, globs]) =>
  globs.map((glob) => ({ group, glob, matches: matcher(glob) })),
);

/** Decides which paths no change may touch; made once for a set of rules, paths must be safe ones. */
export function lockboxPatterns(rules: LockboxRules): (path: string) => Refused | undefined {
  const reported = new Set(rules.testFiles.map(foldPath));
  const added = rules.add.map((glob) => ({
    group: 'added by the project',
    glob,
    matches: matcher(glob),
  }));
  const open = rules.except.map(matcher);
  return (path) => {
    const folded = foldPath(path);
    if (reported.has(folded)) {
      const message = `${path} is a test file, the project's own test runner reports it. No change may touch tests; change the source only.`;
      return refuse('test-file', message, [path]);
    }
    const always = hard.find(({ matches }) => matches(folded));
    if (always !== undefined) {
      const message = `${path} meets the lockbox rule "${always.glob}", which nothing opens. Leave the file as it is.`;
      return refuse('protected-path', message, [path]);
    }
    if (open.some((matches) => matches(folded))) return undefined;
    const rule = [...added, ...locked].find(({ matches }) => matches(folded));
    if (rule === undefined) return undefined;
    const message = `${path} meets the lockbox rule "${rule.glob}" (${rule.group}). Leave the file as it is; only the project can open it, with lockbox.except.`;
    return refuse('protected-path', message, [path]);
  };
}
