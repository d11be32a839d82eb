import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContentStore, sha256, writeFileAtomically } from './content-store.js';

/** The run's id: date and 12 hex of the hash of the first execution's run id. */
export function runId(firstRunId: string, startedAt: number): string {
  const date = new Date(startedAt).toISOString().slice(0, 10).replaceAll('-', '');
  return `${date}-${sha256(firstRunId).slice(0, 12)}`;
}

/** The folder of one run in the state directory: workspace, content store, logs, report. */
export class RunFolder {
  readonly root: string;
  readonly store: ContentStore;

  constructor(home: string, run: string) {
    this.root = join(home, 'runs', run);
    this.store = new ContentStore(join(this.root, 'store'));
  }

  get workspace(): string {
    return join(this.root, 'workspace');
  }
  /** Logs, reports, HOME and TMPDIR of the suite. */
  get gate(): string {
    return join(this.root, 'gate');
  }
  /** A copy of the workspace, for suites that run while something else reads the workspace. */
  get scratch(): string {
    return join(this.gate, 'scratch');
  }
  get journal(): string {
    return join(this.root, 'journal');
  }
  get logs(): string {
    return join(this.root, 'logs');
  }
  get reportFile(): string {
    return join(this.root, 'report.json');
  }
  get recordFile(): string {
    return join(this.root, 'run.json');
  }
  get fenceFile(): string {
    return join(this.root, 'fence');
  }
  get scratchFenceFile(): string {
    return join(this.root, 'scratch-fence');
  }
}

/** An attempt that a newer one has overtaken: it must not write any more. */
export class StaleAttempt extends Error {
  override name = 'StaleAttempt';
}

/**
 * Stops an old attempt that is still alive: the token of the newest attempt stands beside the
 * workspace, and an older one finds it before each write.
 */
export class Fence {
  private constructor(
    private readonly file: string,
    private readonly sequence: number,
    private readonly attempt: number,
  ) {}

  /** Claims the workspace for this attempt; throws {@link StaleAttempt} when a newer one has it. */
  static async claim(file: string, sequence: number, attempt: number): Promise<Fence> {
    const fence = new Fence(file, sequence, attempt);
    await fence.check();
    await writeFileAtomically(file, `${sequence}.${attempt}\n`);
    return fence;
  }

  /** Throws {@link StaleAttempt} when a newer attempt has claimed the workspace. */
  async check(): Promise<void> {
    const text = await readFile(this.file, 'utf8').catch(() => '0.0');
    const [sequence = 0, attempt = 0] = text.trim().split('.').map(Number);
    if (sequence > this.sequence || (sequence === this.sequence && attempt > this.attempt))
      throw new StaleAttempt(
        `attempt ${this.sequence}.${this.attempt} was overtaken by ${sequence}.${attempt}`,
      );
  }
}
