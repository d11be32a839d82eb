import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hostSandbox, type Bind, type Sandbox } from '../adapters/sandbox.js';
import type { GateContext } from './gate.js';
import { veilOf, type Started } from './home-veil.js';
import { userSettings, withoutSecrets } from './maven-home.js';
import type { ToolHomes } from './tool-homes.js';

/** How much of the world a step gets. */
export interface StepAccess {
  network: 'on' | 'off';
  /** `real`: the user's HOME without credentials and read-only; its own where nothing can mount. */
  home?: 'own' | 'real';
  /** The step only looks: not even the workspace may be written. */
  readOnly?: boolean;
}

/**
 * The path at which a step's programs see the workspace. A mounted copy stands at the workspace's
 * own path where the sandbox can mount, since installed programs and caches hold absolute paths;
 * elsewhere the step runs in the copy, under the copy's path.
 */
export async function workspaceSeen(ctx: GateContext): Promise<string> {
  if (ctx.mounted === undefined) return ctx.workspace;
  return (await hostSandbox()).tier === 'bwrap' ? ctx.workspace : ctx.mounted;
}

/** Its configuration and hooks would be run outside the sandbox, by our own git. */
async function hasGitFolder(workspace: string): Promise<boolean> {
  const git = await stat(join(workspace, '.git')).catch(() => null);
  return git?.isDirectory() === true;
}

async function workspaceBinds(ctx: GateContext, access: StepAccess): Promise<Bind[]> {
  const { workspace, mounted: files = workspace } = ctx;
  if (access.readOnly === true) return [{ from: files, to: workspace, readOnly: true }];
  const git = { from: join(files, '.git'), to: join(workspace, '.git'), readOnly: true };
  return [{ from: files, to: workspace }, ...((await hasGitFolder(files)) ? [git] : [])];
}

/** An empty settings file is an error for Maven, so it gets one without secrets. */
async function mavenBinds(ctx: GateContext): Promise<Bind[]> {
  const settings = userSettings();
  const copies = settings.map(({ path }, index) => ({
    from: join(ctx.outDir, `maven-settings-${index + 1}.xml`),
    to: path,
    readOnly: true,
  }));
  for (const [index, { from }] of copies.entries())
    await writeFile(from, withoutSecrets(settings[index]?.text ?? ''));
  return copies;
}

/** What a step may reach: its workspace, the folder of the run, and what its tools need. */
export async function sandboxOf(
  ctx: GateContext,
  access: StepAccess,
  homes: ToolHomes,
  started: Started,
): Promise<Sandbox> {
  const downloads = access.network === 'on' ? homes.downloads : [];
  return {
    writable: [ctx.outDir, ...homes.caches, ...downloads],
    binds: [...(await mavenBinds(ctx)), ...(await workspaceBinds(ctx, access))],
    hidden: homes.hidden,
    ...veilOf(access.home ?? 'own', homes.shown, started),
    network: access.network,
  };
}
