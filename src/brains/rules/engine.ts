import type { BrainRequest } from '../../core/contracts.js';
import { critique } from './critic.js';
import { createProject, type Project } from './project.js';
import { propose, proposalScope } from './propose.js';
import { survey } from './survey.js';

let warm: { root: string; project: Project } | undefined;

/** The workspace's project, kept from call to call; only what changed on disk is read again. */
function projectOf(root: string, scope: readonly string[]): Project {
  if (warm?.root === root) warm.project.update(scope);
  else warm = { root, project: createProject(root, scope) };
  return warm.project;
}

/** Answers one request of any role from the workspace on disk, in the shape that the role's contract says. */
export function answer(request: BrainRequest): unknown {
  switch (request.role) {
    case 'survey':
      return survey(request, projectOf(request.workspace, request.target_scope ?? []));
    case 'propose':
      return propose(request, projectOf(request.workspace, proposalScope(request)));
    case 'fix':
      return {
        kind: 'infeasible',
        findings: 'the rewrite is mechanical: the rule has no second way to do it',
      };
    case 'critique':
      return critique(request);
  }
}
