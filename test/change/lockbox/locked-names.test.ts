import { describe, expect, it } from '@jest/globals';
import { lockbox } from '../../../src/change/lockbox/index.js';
import { lockboxPatterns } from '../../../src/change/lockbox/patterns.js';
import { resolveName } from '../../../src/change/names.js';

const RULES = { add: [], except: [], testFiles: [] };
const locked = lockbox(RULES);
const patterns = lockboxPatterns(RULES);

/** Names that are locked however they are spelled. */
const LOCKED = `
test/a.js            tests/deep/er/a.py    src/__tests__/a.ts    pkg/a/spec/x.rb       specs/a.js
e2e/login.ts         cypress/a.js          playwright/a.ts       testdata/x.txt        fixtures/x.json
src/__fixtures__/x   src/__mocks__/fs.js   x/__snapshots__/a.x   snapshots/a.json      golden/a.txt
goldens/a.txt        mocks/server.ts       unit-tests/a.py       integration_test/a.go App.Tests/Order.cs
test-utils/render.ts test_helpers/db.rb    testutils/db.go       .storybook/main.ts    cassettes/a.yml
src/a.test.ts        src/a.spec.js         src/a-test.js         src/a_test.go         src/a_test.exs
lib/order_spec.rb    lib/order_test.rb     src/a.e2e.ts          src/a.cy.js           src/a.bench.ts
src/types.test-d.ts  test_a.py             src/test_order.rb     src/test.js           src/tests.py
src/tests.rs         base_unittest.cc      conftest.py           sitecustomize.py      usercustomize.py
x.pth                a.snap                a.snapshot            a.snap.new            a.approved.txt
a.verified.cs        a.received.txt        a.golden              Button.stories.tsx    a.ambr
a.feature            user.mock.ts          user.fixture.json     spec_helper.rb        test_helper.exs
store/mock_db.go     a.ts-snapshots/b.png
jest.config.ts       vitest.config.mts     vite.config.js        vitest.workspace.ts   jest.setup.js
ava.config.cjs       karma.conf.js         playwright.config.ts  cypress.config.ts     stryker.conf.json
.mocharc.json        .mocharc.yml          .nycrc                .nycrc.json           .c8rc.json
.taprc               .coveragerc           codecov.yml           .codecov.yml          pytest.ini
.pytest.ini          pytest.toml           tox.ini               noxfile.py            phpunit.xml
phpunit.xml.dist     phpstan.neon          .rspec                .config/nextest.toml  a.runsettings
setup-tests.ts       global-setup.ts       testem.js             coveralls.exs         xunit.runner.json
tsconfig.json        tsconfig.build.json   jsconfig.json         eslint.config.mjs     .eslintrc.cjs
.eslintignore        eslint-suppressions.json  biome.json        biome.jsonc           .prettierrc
.prettierignore      .prettierrc.yaml      prettier.config.js    .oxlintrc.json        .stylelintrc.json
.editorconfig        babel.config.js       .babelrc              .swcrc                webpack.config.js
rollup.config.mjs    swc.config.js         nx.json               turbo.json            tslint.json
pyproject.toml       setup.py              setup.cfg             mypy.ini              pyrightconfig.json
ruff.toml            .ruff.toml            .flake8               .pylintrc             requirements-dev.txt
.golangci.yml        clippy.toml           rustfmt.toml          rust-toolchain.toml   build.rs
crates/a/build.rs    .cargo/config.toml    .rubocop.yml          .swiftlint.yml        checkstyle.xml
.php-cs-fixer.php    .formatter.exs        analysis_options.yaml .clang-tidy           psalm.xml
CMakeLists.txt       Makefile              GNUmakefile           justfile              Taskfile.yml
Rakefile             meson.build           BUILD.bazel           WORKSPACE             defs.bzl
App.csproj           App.sln               Directory.Build.props global.json           a.targets
build.gradle         build.gradle.kts      settings.gradle       gradle.properties     gradle/a.toml
gradlew              .mvn/wrapper.jar      build.sbt             App.xcodeproj/a       flake.lock
next.config.js       packages/a/tool.config.ts  tool.config.ts   gulpfile.js           angular.json
package.json         pkg/package.json      package-lock.json     npm-shrinkwrap.json   yarn.lock
pnpm-lock.yaml       bun.lockb             deno.lock             deno.json             .npmrc
.yarnrc.yml          .pnpmfile.cjs         pnpm-workspace.yaml   bunfig.toml           .nvmrc
.node-version        .tool-versions        mise.toml             Pipfile.lock          poetry.lock
uv.lock              go.mod                go.sum                go.work               Cargo.toml
Cargo.lock           pom.xml               Gemfile               Gemfile.lock          composer.json
mix.exs              Package.swift         Podfile.lock          pubspec.yaml          a.cabal
node_modules/x/a.js  patches/x.patch       .yarn/releases/a.cjs  a.gemspec             packages.lock.json
.github/workflows/ci.yml  .gitlab-ci.yml   .gitlab/a.yml         .circleci/config.yml  .buildkite/a.yml
azure-pipelines.yml  Jenkinsfile           .travis.yml           .husky/pre-commit     .githooks/pre-push
lefthook.yml         .lintstagedrc         lint-staged.config.js .pre-commit-config.yaml  Dockerfile
Dockerfile.dev       docker-compose.yml    CODEOWNERS            bitbucket-pipelines.yml  appveyor.yml
.env                 .env.local            server.pem            id_rsa                .vscode/settings.json
.idea/a.xml          .devcontainer/a.json  .claude/settings.json .cursor/rules         .codex/config.toml
AGENTS.md            docs/CLAUDE.md        CLAUDE.local.md       .cursorrules          .mcp.json
vendor/a/a.go        third_party/a.c       app.min.js            src/generated/a.ts    a.pb.go
a_pb2.py             a_pb2_grpc.py         a.g.dart              a.generated.ts        dist/index.js
.gitattributes       src/.gitignore        .gitmodules           .lfsconfig            .mailmap
.refactor-loop-ledger.md  refactor-loop.config.json  .gitconfig  .refactoring-backlog.md  añadido/tests/ñ.js
`
  .trim()
  .split(/\s+/);

/** Names of tests in languages that write them in camel case: locked as spelled. */
const CAMEL = `
src/OrderTest.java   src/OrderTests.java   src/OrderTestCase.java  src/OrderIT.java    src/OrderITCase.java
src/HTTPTest.java    src/TestOrder.java    src/ITOrder.java      src/OrderTest.kt      src/OrderSpec.kt
src/OrderTests.cs    src/OrderIT.cs        src/OrderTest.php     src/OrderSpec.scala   src/OrderTest.groovy
Sources/AppTests.swift  AppTests/A.swift   AppUITests/A.swift    src/androidTest/A.kt  src/integrationTest/A.java
src/testFixtures/A.java  src/OrderTest.cpp src/Test.java         src/IT.java           src/BaseTest.m
src/OrderSpec.hs     src/OrderSpec.java    src/OrderSpecs.cs     src/OrderSpec.groovy  src/OrderSpec.swift
`
  .trim()
  .split(/\s+/);

/** Ordinary source that only looks a little like the rest. */
const FREE = `
src/a.js             src/contest.ts        src/latest.py         src/latest/a.js       src/protest.rb
src/attestation.go   src/testimonial.tsx   src/testing.md        src/fastest.rs        src/greatest.c
src/Inventory.java   src/Unit.java         src/Edit.java         src/Audit.java        src/Commit.kt
src/Submit.cs        src/Credit.php        src/EDIT.java         src/Limit.cs          src/ITEM.java
src/Contest.java     src/Latest.cs         src/Attest.kt         src/Testament.java    src/Item.java
src/Itinerary.java   src/spectrum.ts       src/inspect.ts        src/specification.ts  src/aspect/a.ts
src/special/a.ts     src/Inspector.kt      src/mockingbird.ts    src/hammock.js        src/fixtureless.ts
src/snapshot.ts      src/goldenrod.css     src/env.js            src/environment.ts    src/key.ts
src/composer.ts      src/dockerfile.ts     src/gemfile.rb        src/prettier.ts       src/eslint.ts
src/build.rs         src/build.ts          src/config.ts         src/jest.ts           src/setup.ts
src/generator.ts     src/generate.go       src/distance/a.ts     src/vendors.ts        src/lockfile.ts
src/packages.ts      src/package/a.ts      src/requirements.ts   src/makefile.py       src/ci.ts
src/git/a.js         src/.gitkeep          src/gitignore.ts      src/gradle.kt         src/patches.ts
README.md            docs/guide.md         bin/run.sh            src/index.html        a b/ñ "q".ts
src/golden-ratio.ts  src/quicktest/a.go    src/tested.ts         src/bench.ts          src/e2e.ts
`
  .trim()
  .split(/ {2,}|\n/)
  .map((name) => name.trim());

const reason = (name: string): string | undefined => locked(resolveName(name, new Map()))?.reason;

describe('names that the lockbox holds', () => {
  it('has more than 120 of them', () => {
    expect(new Set(LOCKED).size).toBeGreaterThan(250);
    expect(new Set(FREE).size).toBeGreaterThan(60);
  });

  it.each(LOCKED)('%s, in each spelling', (name) => {
    expect(reason(name)).toBe('protected-path');
    expect(reason(name.toUpperCase())).toBe('protected-path');
    expect(reason(name.normalize('NFD'))).toBe('protected-path');
    const below = /tool\.config|^dist/.test(name) ? undefined : 'protected-path';
    expect(reason(`deep/er/${name}`)).toBe(below);
    expect(reason(name.replaceAll('/', '\\'))).toBe('protected-path');
    expect(reason(`./${name}`)).toBe('protected-path');
    for (const end of ['.', ' ', '. .']) {
      expect(reason(name + end)).toBe('path-name');
      expect(patterns(name + end)?.reason).toBe('protected-path');
    }
  });

  it.each(CAMEL)('%s, as it is spelled', (name) => {
    expect(reason(name)).toBe('protected-path');
    expect(reason(name.replaceAll('/', '\\'))).toBe('protected-path');
    expect(patterns(`${name}.`)?.reason).toBe('protected-path');
  });

  it.each(['src/ORDERTEST.JAVA', 'src/OrderTest.JAVA', 'src/ORDER_TESTS.cs'])('%s', (name) => {
    expect(reason(name)).toBe('protected-path');
  });

  it.each(['te\u017ft/a.js', 'package\u200c.json', 'te\u0073\u0074\u00ad/a.js'])(
    '%j, for a file system may take it for one of them',
    (name) => {
      expect(reason(name)).toBe('protected-path');
    },
  );
});

describe('names that the lockbox leaves alone', () => {
  it.each(FREE)('%s', (name) => {
    expect(locked(name)).toBeUndefined();
  });
});
