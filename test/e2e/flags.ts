import type { Brain } from '../helpers/loop.js';

/** The command line's flags for a brain of a run's input. */
export function brainFlags({ command }: Brain): string[] {
  return ['--brain-command', command.map((word) => `"${word}"`).join(' ')];
}
