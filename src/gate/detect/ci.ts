import { asList, asRecord, asText } from '../json.js';
import { actionLine } from './ci-actions.js';
import { yamlRecord } from './packages.js';
import { leavesRepository, within } from './paths.js';
import { shellLines, type QuotedLines } from './quoted-lines.js';
import type { Repository } from './repository.js';

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const FIRST = /\/(?:ci|tests?|main|build|checks?|unit[\w-]*)\.ya?ml$/;
const CHANGES: readonly string[] = ['push', 'pull_request', 'pull_request_target', 'merge_group'];
const TOLERATED = 'there it may fail (continue-on-error)';

/** Keys of a GitLab file that are no jobs. */
const NO_JOBS: ReadonlySet<string> = new Set([
  ...['default', 'variables', 'stages', 'include', 'workflow', 'image', 'cache', 'services'],
  ...['before_script', 'after_script'],
]);

function triggersOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.map(asText) : Object.keys(asRecord(value));
}

const folderIn = (...holders: unknown[]): string => {
  const folders = holders.map((holder) => asText(asRecord(holder)['working-directory']));
  return within('', folders.find((folder) => folder !== '') ?? '');
};

const isUsableFolder = (cwd: string): boolean => !leavesRepository(cwd) && !/[$~]/.test(cwd);

function workflowLines(file: string, text: string): QuotedLines[] {
  const workflow = yamlRecord(text);
  const triggers = triggersOf(workflow.on);
  if (!triggers.some((trigger) => CHANGES.includes(trigger))) return [];
  return Object.entries(asRecord(workflow.jobs)).flatMap(([name, value]) => {
    const job = asRecord(value);
    const defaults = [asRecord(job.defaults).run, asRecord(workflow.defaults).run];
    return asList(job.steps).flatMap((item, index) => {
      const step = asRecord(item);
      const action = actionLine(step);
      const cwd = action === null ? folderIn(step, ...defaults) : within('', action.cwd);
      const run = action?.line ?? asText(step.run);
      if (run === '' || !isUsableFolder(cwd)) return [];
      const tolerated = [step, job].some((part) => part['continue-on-error'] === true);
      return [
        {
          source: `${file} job ${name} step ${index + 1}`,
          label: [name, asText(job.name), asText(step.name)].join(' '),
          lines: shellLines(run),
          cwd,
          flaw: tolerated ? TOLERATED : null,
        },
      ];
    });
  });
}

function gitlabLines(file: string, text: string): QuotedLines[] {
  return Object.entries(yamlRecord(text)).flatMap(([name, value]) => {
    const job = asRecord(value);
    if (NO_JOBS.has(name) || name.startsWith('.') || job.script === undefined) return [];
    const script = Array.isArray(job.script)
      ? job.script.flat(2).map(asText)
      : [asText(job.script)];
    return [
      {
        source: `${file} job ${name}`,
        label: name,
        lines: script.flatMap(shellLines),
        cwd: '',
        flaw: job.allow_failure === true ? 'there it may fail (allow_failure)' : null,
      },
    ];
  });
}

function circleLines(file: string, text: string): QuotedLines[] {
  return Object.entries(asRecord(yamlRecord(text).jobs)).flatMap(([name, value]) =>
    asList(asRecord(value).steps).flatMap((item, index) => {
      const { run } = asRecord(item);
      const step = asRecord(run);
      const cwd = within('', asText(step.working_directory));
      if (!isUsableFolder(cwd) || (run ?? '') === '') return [];
      return [
        {
          source: `${file} job ${name} step ${index + 1}`,
          label: `${name} ${asText(step.name)}`,
          lines: shellLines(asText(run) || asText(step.command)),
          cwd,
          flaw: null,
        },
      ];
    }),
  );
}

/** What the files of GitHub Actions, GitLab and CircleCI run on every change. */
export async function ciLines(repo: Repository): Promise<QuotedLines[]> {
  const workflows = repo.files
    .filter((file) => WORKFLOW.test(file))
    .sort((a, b) => Number(FIRST.test(b)) - Number(FIRST.test(a)));
  const read = async (file: string, parse: (file: string, text: string) => QuotedLines[]) =>
    parse(file, await repo.read(file));
  const found = await Promise.all([
    ...workflows.map((file) => read(file, workflowLines)),
    read('.gitlab-ci.yml', gitlabLines),
    read('.circleci/config.yml', circleLines),
  ]);
  return found.flat();
}
