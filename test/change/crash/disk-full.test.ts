import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isNightly } from '../../helpers/nightly.js';
import { Child, type Answer, type Plan } from './child.js';
import { endOf, makeScene, requestFor, sceneOf, type Scene } from './scene.js';

let scene: Scene;
let child: Child;

beforeEach(async () => {
  const first = await makeScene();
  scene = await sceneOf('apply', first);
  await rm(first.top, { recursive: true });
  child = await Child.start().ready();
});

afterEach(async () => {
  await child.kill();
  await rm(scene.top, { recursive: true });
});

async function run(kind: 'apply' | 'revert', plan?: Plan): Promise<Answer> {
  const answer = await child.run(kind, requestFor(kind, scene, scene.top), plan);
  if (answer === undefined) throw new Error('the child died');
  return answer;
}

const ANY = /^(?!git |end$)/;
const NEEDS_ROOM = /^(?:open|handle\.writeFile|writeFile|mkdir|copyFile) /;
const CHANGES = /^(?:handle\.writeFile|writeFile|mkdir|rename|unlink|rmdir|rm) /;

/** Numbers of the points that are such a call. */
function numbersOf(points: string[], call: RegExp): number[] {
  return points.flatMap((point, index) => (call.test(point) ? [index + 1] : []));
}

describe('an operation that meets a full disk', () => {
  it.each(isNightly ? (['full', 'fail'] as const) : (['full'] as const))(
    'throws the fault and has put everything back, whichever call of apply failed (%s)',
    async (how) => {
      const before = await endOf(scene.top);
      const { points, result } = await run('apply');
      const after = await endOf(scene.top);
      await run('revert');
      let thrown = 0;
      for (const at of numbersOf(points, how === 'fail' ? ANY : NEEDS_ROOM)) {
        const answer = await run('apply', { at, how });
        const name = `${how} ${points[at - 1]}`;
        const state = await endOf(scene.top);
        if (answer.result === undefined) {
          thrown += 1;
          expect([name, answer.codes]).toEqual([name, ['ENOSPC']]);
          expect([name, state]).toEqual([name, before]);
        } else {
          expect([name, answer.result]).toEqual([name, result]);
          expect((await run('apply')).result).toEqual(result);
          expect([name, await endOf(scene.top)]).toEqual([name, after]);
          await run('revert');
        }
      }
      expect(thrown).toBeGreaterThan(how === 'fail' ? 40 : 10);
    },
  );

  it('throws the fault of a revert, and reverts when it is run again', async () => {
    const before = await endOf(scene.top);
    await run('apply');
    const { points } = await run('revert');
    for (const at of numbersOf(points, CHANGES)) {
      await run('apply');
      const answer = await run('revert', { at, how: 'fail' });
      if (answer.result === undefined) expect(answer.codes).toEqual(['ENOSPC']);
      await run('revert');
      expect([points[at - 1], await endOf(scene.top)]).toEqual([points[at - 1], before]);
    }
  });
});
