/** A run's report in words: what landed, what did not, why it stopped, and what to do next. */
import type { Report } from '../core/contracts.js';
import { shellQuote } from '../core/shell.js';
import { paint } from './output.js';

/** The lines that end a run on the terminal. */
export function reportLines(report: Report): string[] {
  const headline = `${report.outcome}: ${report.reason}`;
  return [
    '',
    `${paint(report.outcome === 'done' ? 'green' : 'yellow', headline)}${report.message === undefined ? '' : ` (${report.message})`}`,
    ...section(
      `landed (${report.landed.length})`,
      report.landed.map(
        (landing) =>
          `${landing.node}  ${landing.commit.slice(0, 10)}  ${landing.intent}  [${landing.refactoring}, ${landing.tests.passed} tests passed]`,
      ),
    ),
    ...section(
      'tried and not landed',
      report.nodes
        .filter((node) => !['pending', 'resolved', 'resolved-incidental'].includes(node.status))
        .map((node) => `${node.id}  ${node.status}  ${node.smell} at ${node.span}: ${node.note}`),
    ),
    ...section(
      'left open',
      report.nodes
        .filter((node) => node.status === 'pending')
        .map(
          (node) =>
            `${node.id}  ${node.severity} ${node.confidence}  ${node.smell} at ${node.span}`,
        ),
    ),
    ...section(
      'reported, not touched',
      report.reported.map((finding) => `${finding.span}  ${finding.smell}: ${finding.why}`),
    ),
    ...section('notes', report.gate?.notes ?? []),
    ...nextSteps(report),
  ];
}

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ['', paint('bold', title), ...lines.map((line) => `  ${line}`)];
}

function nextSteps(report: Report): string[] {
  if (report.landed.length === 0) return [];
  const git = `git -C ${shellQuote(report.repo)}`;
  return section('next', [
    `look     ${git} log --stat ${report.base.slice(0, 10)}..${report.branch}`,
    `merge    ${git} merge ${report.branch}`,
    `discard  ${git} ${report.branch.startsWith('refs/') ? 'update-ref -d' : 'branch -D'} ${report.branch}`,
  ]);
}
