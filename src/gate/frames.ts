import { readFile } from 'node:fs/promises';
import { basename, isAbsolute, join, normalize } from 'node:path';
import type { Frame } from './digest.js';

const FRAMES_SHOWN = 3;
const PLACES = /(?:File "([^"\n]+)", line (\d+)|((?:[\w.@+-]+\/)*[\w@+-][\w.@+-]*\.\w+):(\d+))/g;

interface Place {
  file: string;
  line: number;
}

function placesIn(text: string): Place[] {
  return [...text.matchAll(PLACES)].map(([, python, pythonLine, file, line]) => ({
    file: normalize(python ?? file ?? ''),
    line: Number(pythonLine ?? line),
  }));
}

/** The changed file that a stack names; Java's frames hold the file's last name alone. */
function changedFile({ file }: Place, changed: readonly string[]): string | undefined {
  return changed.find(
    (path) => path === file || file.endsWith(`/${path}`) || basename(path) === file,
  );
}

const isOwn = ({ file }: Place): boolean =>
  !isAbsolute(file) && !/(?:^|\/)(?:\.\.|node_modules|site-packages)\//.test(`${file}/`);

async function frameAt(
  workspace: string,
  place: Place,
  file: string,
  isChanged: boolean,
): Promise<Frame[]> {
  const text = await readFile(join(workspace, file), 'utf8').catch(() => null);
  const source = text?.split('\n')[place.line - 1]?.trim();
  return source === undefined ? [] : [{ place: `${file}:${place.line}`, source, isChanged }];
}

/**
 * Where failures happened: the first frame of each text in a changed file; where no text names one,
 * the first frame inside the repository. At most three.
 */
export async function framesIn(
  texts: readonly string[],
  changed: readonly string[],
  workspace: string,
): Promise<Frame[]> {
  const places = texts.map(placesIn);
  const own = places.flatMap((of) => {
    const first = of.find((place) => changedFile(place, changed) !== undefined);
    return first === undefined ? [] : [first];
  });
  const found = await Promise.all(
    own.map((place) => frameAt(workspace, place, changedFile(place, changed) ?? '', true)),
  );
  if (found.flat().length > 0) return unique(found.flat());
  for (const place of places.flat().filter(isOwn)) {
    const frame = await frameAt(workspace, place, place.file, false);
    if (frame.length > 0) return frame;
  }
  return [];
}

function unique(frames: Frame[]): Frame[] {
  return [...new Map(frames.map((frame) => [frame.place, frame])).values()].slice(0, FRAMES_SHOWN);
}
