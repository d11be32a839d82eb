import { join } from 'node:path';
import { git, records } from '../adapters/git.js';
import { hostSandbox } from '../adapters/sandbox.js';
import { filesOf } from './full-run.js';
import type { GateContext, GateSubject } from './gate.js';
import { removeLeftovers } from './ignored.js';
import { restoreInterrupted } from './interrupted.js';
import { leadsBack } from './leads-back.js';
import { openContext } from './run-step.js';
import { makeScratch, removeScratch } from './workspace-copy.js';
import { removeFile } from './tree-guard.js';

/** A copy of the workspace that stands at its path while steps run. */
export interface Copy {
  ctx: GateContext;
  /** Removes the copy; logs and reports stay. */
  remove: () => Promise<void>;
}

/** Copies the workspace for a gate call; `name` tells its copies, logs and reports apart. */
export async function copyWorkspace(ctx: GateContext, name: string): Promise<Copy> {
  const mounted = join(ctx.outDir, `${name}-copy`);
  await removeScratch(mounted);
  await makeScratch(filesOf(ctx), mounted, ctx.signal);
  // Copied in the middle of a run, it holds what that run wrote, and the note of what was before.
  await restoreInterrupted(mounted);
  await removeLeftovers(mounted);
  return {
    ctx: await openContext({ ...ctx, outDir: join(ctx.outDir, name), mounted }),
    remove: () => removeScratch(mounted),
  };
}

/** Takes a change back in a copy, so that it holds the commit on which the change stands. */
async function withoutChange(folder: string, { files }: Pick<GateSubject, 'files'>): Promise<void> {
  const listing = ['--literal-pathspecs', 'ls-files', '-z', '--', ...files];
  const tracked = new Set(files.length === 0 ? [] : records(await git(folder, listing)));
  for (const path of files) if (!tracked.has(path)) await removeFile(folder, path);
  const input = [...tracked].map((path) => `${path}\0`).join('');
  await git(folder, ['checkout-index', '-f', '-z', '--stdin'], { input });
}

/** The commit on which a change stands, copied when it is first asked for. */
export class BaseCopy {
  private copy: Promise<Copy> | undefined;

  constructor(
    private readonly ctx: GateContext,
    private readonly subject: Pick<GateSubject, 'files'>,
  ) {}

  async context(): Promise<GateContext> {
    this.copy ??= this.make();
    return (await this.copy).ctx;
  }

  /** Whether tests in the copy run its files; else what they say is not said of the base. */
  async isFaithful(): Promise<boolean> {
    if ((await hostSandbox()).tier === 'bwrap') return true;
    return (await leadsBack(filesOf(await this.context()))).length === 0;
  }

  async remove(): Promise<void> {
    await (await this.copy?.catch(() => undefined))?.remove();
  }

  private async make(): Promise<Copy> {
    const copy = await copyWorkspace(this.ctx, 'base');
    await withoutChange(filesOf(copy.ctx), this.subject);
    return copy;
  }
}
