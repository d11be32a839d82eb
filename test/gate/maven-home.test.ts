import { describe, expect, it } from '@jest/globals';
import { localRepositories, withoutSecrets } from '../../src/gate/maven-home.js';

const SETTINGS = `<?xml version="1.0"?>
<settings xmlns="http://maven.apache.org/SETTINGS/1.0.0">
  <localRepository>/data/repository</localRepository>
  <!-- the old password was hunter1 -->
  <servers><server><id>corp</id><username>ada</username><password>hunter2</password></server></servers>
  <proxies><proxy><host>proxy</host><password>hunter3</password></proxy></proxies>
  <mirrors>
    <mirror><id>corp</id><mirrorOf>central</mirrorOf><url>https://ada:hunter4@repo.example/m2</url></mirror>
    <mirror><id>other</id><mirrorOf>*</mirrorOf><url>https://repo.example/other?a=1&amp;b=2</url></mirror>
  </mirrors>
  <profiles><profile><id>p</id><properties><deploy.token>hunter5</deploy.token><java.home>/j</java.home>
  </properties></profile></profiles>
</settings>`;

describe("Maven's settings for a suite", () => {
  const kept = withoutSecrets(SETTINGS);

  it('hold no secret', () => {
    expect(kept).not.toMatch(/hunter|ada/);
  });

  it('hold the mirrors and the local repository, by which Maven finds artifacts offline', () => {
    expect(kept).toContain('<localRepository>/data/repository</localRepository>');
    expect(kept).toContain('<id>corp</id><mirrorOf>central</mirrorOf><url>https://repo.example/m2');
    expect(kept).toContain('<id>other</id>');
    expect(kept).toContain('a=1&amp;b=2');
    expect(kept).toContain('<java.home>/j</java.home>');
  });

  it.each(['', 'no xml', '<settings', '<other/>'])('are never empty, also for %j', (text) => {
    expect(withoutSecrets(text)).toMatch(/^<settings(\/>|><\/settings>)$/);
  });
});

describe('localRepositories', () => {
  it('begins with the repository that the options name', () => {
    const parent = { MAVEN_ARGS: '-o -Dmaven.repo.local=/opt/repository' };
    expect(localRepositories(parent)[0]).toBe('/opt/repository');
    expect(localRepositories({}).at(-1)).toMatch(/\.m2\/repository$/);
  });
});
