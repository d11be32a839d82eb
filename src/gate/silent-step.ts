import { logTail, type StepResult } from './run-step.js';

const WATCHING =
  /\bwatch(?:ing)? (?:usage|mode|for (?:file )?changes)|\bwaiting for (?:file )?changes|\bpress \S+ to (?:quit|exit|show help)/i;
const WATCH_WORD = /^(?:-w|watch|--watch(?:All)?(?:=true)?|.*:watch)$/i;

/** What to tell of a step of the base commit that was stopped since it wrote nothing any more. */
export async function toldSilence(step: StepResult): Promise<string> {
  const command = `${step.name} (${step.argv.join(' ')})`;
  const output = await logTail(step);
  const minutes = Math.round(step.longestSilenceMs / 60_000);
  const stopped = `${command} wrote nothing for ${minutes} min and was stopped`;
  const end = output === '' ? '' : `; the end of its output:\n${output}`;
  if (step.argv.some((word) => WATCH_WORD.test(word)) || WATCHING.test(output))
    return `${stopped}: it is in watch mode and never ends; give the command that runs once with --test (gate.test), e.g. --test "npx vitest run"${end}`;
  return `${stopped}: it hangs, or waits for something; make it end by itself, or set how long a step may take with --gate-timeout (gate.timeoutSeconds)${end}`;
}
