import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { oldLines } from './random/edit.js';
import { bytesOf, nastyLine, ordinaryLine } from './random/file.js';
import { occurrences, read, readEdits, right, withLf } from './random/read.js';
import {
  answer,
  editsOf,
  hashOf,
  noise as anyNoise,
  shown,
  TEXT_FORMS,
  told,
  type Noise,
  type Task,
  type TextForm,
} from './random/render.js';
import { run, type Outcome } from './random/run.js';
import {
  marked,
  mayBeWhole,
  mutation,
  readAgain,
  readings,
  spoilt,
  withoutPrefix,
} from './random/spoil.js';
import {
  bodiesOf,
  isForeign,
  isLeft,
  isSound,
  soundTasks,
  standOnce,
  tasksOf,
} from './random/tasks.js';

const asked = process.env['PROPERTY_RUNS'];
/** The same inputs each time, unless a number of runs is asked for: then others every time. */
const RUNS = asked === undefined ? { numRuns: 300, seed: 4 } : { numRuns: Number(asked) };
const HUNK_FORMS = ['unified', 'Begin Patch', 'search/replace'] as const;

/** A refusal, or one of these outcomes: never any other bytes. */
function expectSafe(outcome: Outcome, ...allowed: Outcome[]): void {
  if (typeof outcome !== 'string') expect(allowed).toContainEqual(outcome);
}

function expectRight(outcome: Outcome, tasks: Task[], certain: boolean): void {
  if (tasks.some(isForeign)) expectSafe(outcome, right(tasks));
  else if (certain) expect(outcome).toEqual(right(tasks));
  else expect(outcome).toEqual(expect.any(String));
}

/** Noise without what needs the body that the header tells of: a marker, blank lines behind it. */
function quiet(form: TextForm, noise: Noise): Noise {
  return { ...noise, markers: false, after: form === 'unified' ? '' : noise.after };
}

describe('random edits of random files, in every form, with lawful noise', () => {
  it.each(HUNK_FORMS)(
    'come back from %s to the bytes that were meant, or are refused where the place is not unique',
    (form) => {
      const property = fc.property(tasksOf(ordinaryLine), anyNoise, (tasks, noise) => {
        const lines = TEXT_FORMS[form](tasks, bodiesOf(tasks), noise);
        const outcome = run({ diff: answer(form, lines, noise) }, tasks);
        const hunks = tasks.flatMap((task) => task.hunks);
        const named =
          form !== 'search/replace' ||
          hunks.every((hunk) => oldLines(hunk).some((line) => line.trim() !== ''));
        const certain = tasks.every((task) => isSound(task) && standOnce(task));
        expectRight(outcome, tasks, certain && named);
      });
      fc.assert(property, RUNS);
    },
  );

  it('come back from edits, also where these leave the last line end out', () => {
    const property = fc.property(tasksOf(ordinaryLine), anyNoise, (tasks, noise) => {
      const raw = editsOf(tasks, noise);
      const texts = new Map(tasks.map(({ path, file }) => [path, `${file.lines.join('\n')}\n`]));
      const once = raw.edits.every(({ path, old }) => {
        const bytes = Buffer.from(old).toString('latin1').replaceAll('\r\n', '\n');
        return bytes !== '' && occurrences(texts.get(path) ?? '', bytes).length === 1;
      });
      expectRight(run(raw, tasks), tasks, tasks.every(isSound) && once);
    });
    fc.assert(property, RUNS);
  });

  it('come back from whole files, in a block and in edits', () => {
    const property = fc.property(tasksOf(ordinaryLine), anyNoise, (tasks, noise) => {
      const lines = TEXT_FORMS['whole file'](tasks, [], noise);
      const edits = tasks.map(({ path, file, after }) => ({
        path,
        content: after.lines.map((line) => `${shown(line)}\n`).join(''),
        sha256: hashOf(file),
      }));
      const certain = tasks.every(
        (task) =>
          isLeft(task) &&
          !bytesOf(task.file).equals(bytesOf(task.after)) &&
          task.after.lines.every((line) => told(line) === line),
      );
      for (const raw of [{ diff: answer('whole file', lines, noise) }, { edits }])
        expectRight(run(raw, tasks), tasks, certain);
    });
    fc.assert(property, RUNS);
  });

  it.each([...HUNK_FORMS, 'whole file'] as const)(
    'are refused in %s, or come to the same bytes, when the answer is said twice',
    (form) => {
      const property = fc.property(soundTasks, anyNoise, (tasks, noise) => {
        const lines = TEXT_FORMS[form](tasks, bodiesOf(tasks), noise);
        const text = answer(form, lines, noise);
        for (const diff of [text + text, answer(form, [...lines, ...lines], noise)])
          expectSafe(run({ diff }, tasks), right(tasks));
      });
      fc.assert(property, RUNS);
    },
  );

  it('are refused in edits, or come to the same bytes, when these are sent twice', () => {
    const property = fc.property(soundTasks, anyNoise, (tasks, noise) => {
      const { edits } = editsOf(tasks, noise);
      expectSafe(run({ edits: [...edits, ...edits] }, tasks), right(tasks));
    });
    fc.assert(property, RUNS);
  });

  it.each(HUNK_FORMS)('come to no other bytes from %s when lines look like marks', (form) => {
    const property = fc.property(tasksOf(nastyLine), anyNoise, (tasks, noise) => {
      const lines = TEXT_FORMS[form](tasks, bodiesOf(tasks), noise);
      expectSafe(run({ diff: answer(form, lines, noise) }, tasks), right(tasks));
    });
    fc.assert(property, RUNS);
  });
});

describe('random edits with unlawful noise', () => {
  it.each(HUNK_FORMS)(
    'are refused in %s when a line of a hunk is another, unless the text then means just that',
    (form) => {
      const property = fc.property(soundTasks, anyNoise, mutation, (tasks, any, mutation) => {
        const noise = quiet(form, any);
        const bodies = spoilt(tasks, mutation);
        // An anchor whose chunk is gone leads to the next one.
        fc.pre(!noise.anchors || bodies.flat().every((body) => body.length > 0));
        const lines = TEXT_FORMS[form](tasks, bodies, noise);
        const outcome = run({ diff: answer(form, lines, noise) }, tasks);
        // Nothing forgives a letter or a blank; but blank lines may fall off the end of a hunk.
        const blank = bodies.flat(2).some(({ text }) => text.trim() === '');
        const forgiven = mutation.kind !== 'alter' || blank ? [right(tasks)] : [];
        const meanings = readings(tasks, mutation, bodies).flatMap((one) => read(tasks, one));
        expectSafe(outcome, ...forgiven, ...meanings);
      });
      fc.assert(property, RUNS);
    },
  );

  it.each(['unified', 'Begin Patch'] as const)(
    'are refused in %s when a line loses its prefix, unless its text has one of its own',
    (form) => {
      const property = fc.property(soundTasks, anyNoise, mutation, (tasks, any, mutation) => {
        const noise = quiet(form, any);
        const lines = withoutPrefix(TEXT_FORMS[form](tasks, marked(tasks, mutation), noise));
        const outcome = run({ diff: answer(form, lines, noise) }, tasks);
        const again = readAgain(tasks, mutation);
        const all = again === undefined ? [] : readings(tasks, mutation, again);
        expectSafe(outcome, right(tasks), ...all.flatMap((one) => read(tasks, one)));
      });
      fc.assert(property, RUNS);
    },
  );

  it.each([...HUNK_FORMS, 'whole file'] as const)(
    'are refused in %s when the text is cut off, wherever the text can tell',
    (form) => {
      const places = fc.array(fc.nat(1000), { minLength: 5, maxLength: 5 });
      const property = fc.property(soundTasks, anyNoise, places, (tasks, any, places) => {
        // Counts that are too small may be those of what is left; odd ones are too large.
        const noise = { ...any, start: any.start | 1 };
        const lines = TEXT_FORMS[form](tasks, bodiesOf(tasks), noise);
        const text = answer(form, lines, noise);
        const start = text.indexOf(lines[0] ?? '');
        for (const place of places) {
          const end = start + Math.floor((place / 1000) * (text.length - start));
          const rest = text.slice(start, end).split('\n');
          const last = (rest.at(-1) ?? '').replace('\r', '');
          if (!mayBeWhole(form, noise, lines, rest.length - 1, last))
            expectSafe(run({ diff: text.slice(0, end) }, tasks), right(tasks));
        }
      });
      fc.assert(property, RUNS);
    },
  );

  it.each([...HUNK_FORMS, 'whole file'] as const)(
    'are refused in %s when a list that looks like added lines stands behind',
    (form) => {
      const lists = fc.constantFrom(
        '+ Replaced it',
        '+ Replaced it\n\n+ **That** is all',
        '+ 1 file',
      );
      const property = fc.property(soundTasks, anyNoise, lists, (tasks, noise, list) => {
        const lines = TEXT_FORMS[form](tasks, bodiesOf(tasks), noise);
        const [inside, behind] = [
          answer(form, [...lines, '', list], noise),
          answer(form, lines, noise),
        ];
        for (const diff of [inside, `${behind}\n${list}\n`])
          expect(run({ diff }, tasks)).toEqual(expect.any(String));
      });
      fc.assert(property, RUNS);
    },
  );

  it('are refused in edits when the old text is another, unless that stands once too', () => {
    const property = fc.property(soundTasks, anyNoise, mutation, (tasks, noise, mutation) => {
      const bodies = spoilt(tasks, mutation);
      const others = tasks.map((task, index) => ({
        ...task,
        hunks: task.hunks.map((hunk, at) => ({ ...hunk, body: bodies[index]?.[at] ?? [] })),
      }));
      const raw = editsOf(others, { ...noise, trimmed: false });
      // Which line end a part of a line gets is not told by its text.
      expectSafe(withLf(run(raw, tasks)), withLf(right(tasks)), ...readEdits(tasks, raw.edits));
    });
    fc.assert(property, RUNS);
  });
});
