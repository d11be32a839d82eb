/** The terminal: lines for people go to stderr with `--json`, where stdout holds one document. */
import { styleText } from 'node:util';

export interface Output {
  readonly json: boolean;
  /** A line for people. */
  line(text?: string): void;
  /** A line that the next one replaces; nothing where there is no terminal. */
  transient(text: string): void;
  /** What is being done now: transient on a terminal, else a line on stderr. */
  progress(text: string): void;
  /** The one JSON document of a command. */
  document(value: unknown): void;
}

const CLEAR = '\r\u001b[2K';

/** Output for one command. */
export function openOutput(json: boolean): Output {
  const stream = json ? process.stderr : process.stdout;
  let isDirty = false;
  const clear = (): void => {
    if (isDirty) stream.write(CLEAR);
    isDirty = false;
  };
  const transient = (text: string): void => {
    if (!stream.isTTY) return;
    clear();
    stream.write(text.slice(0, stream.columns - 1));
    isDirty = true;
  };
  return {
    json,
    line(text = '') {
      clear();
      stream.write(`${text}\n`);
    },
    transient,
    progress(text) {
      if (stream.isTTY) transient(`  … ${text}`);
      else process.stderr.write(`  … ${text}\n`);
    },
    document(value) {
      clear();
      process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
    },
  };
}

type Style = Parameters<typeof styleText>[0];

/** Colours a text where the terminal shows colours. */
export function paint(style: Style, text: string): string {
  const isPlain = process.env['NO_COLOR'] !== undefined || !process.stdout.isTTY;
  return isPlain ? text : styleText(style, text);
}
