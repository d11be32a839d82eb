/** `.refactor-loop-ledger.md`: a rendering of the ledger, read only when a run begins. */
import { isNodeStatus, isSeverity, reaches, type LedgerNode } from './ledger.js';
import type { NodeStatus, Severity } from './vocabulary.js';

export interface LedgerHeader {
  runner: string;
  baseline: string;
  iteration: number;
  maxIterations: number;
  pinned: string[];
  run: string;
  /** `running`, or outcome and reason, e.g. `done: converged`. */
  outcome: string;
}

export interface LedgerRow {
  id: string;
  smell: string;
  span: string;
  dependsOn: string[];
  status: NodeStatus;
  note: string;
  severity: Severity;
  confidence: number;
}

export type ParsedLedger =
  | { kind: 'ok'; run: string; head: string; rows: LedgerRow[] }
  | { kind: 'damaged'; line: number; message: string };

const COLUMNS = [
  'id',
  'smell',
  'span',
  'depends_on',
  'status',
  'note',
  'severity',
  'confidence',
] as const;
const OLD_COLUMNS = COLUMNS.slice(0, 6);

/** Renders header and table; every cell is one line, with `|` and line breaks escaped. */
export function renderLedger(
  header: LedgerHeader,
  nodes: readonly LedgerNode[],
  head: string,
): string {
  const rows = nodes.map((node) => [
    node.id,
    node.smell,
    node.span,
    node.dependsOn.join(', '),
    node.status,
    node.note,
    node.severity,
    String(node.confidence),
  ]);
  return [
    '# Refactor loop ledger',
    '',
    `runner: ${header.runner}`,
    `baseline: ${header.baseline}`,
    `iter: ${header.iteration} / max ${header.maxIterations}`,
    `pinned: [${header.pinned.join(', ')}]`,
    `run: ${header.run}`,
    `head: ${head}`,
    `outcome: ${header.outcome}`,
    '',
    row(COLUMNS),
    row(COLUMNS.map(() => '---')),
    ...rows.map(row),
    '',
  ].join('\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(escape).join(' | ')} |`;
}

function escape(cell: string): string {
  return cell
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n');
}

/** Reads a ledger file, also of the older format with six columns and an `active-run:` line. */
export function parseLedger(text: string): ParsedLedger {
  const lines = text.split(/\r?\n/);
  const fields = new Map<string, string>();
  const rows: LedgerRow[] = [];
  let columns: readonly string[] | undefined;
  for (const [index, line] of lines.entries()) {
    const damaged = (message: string): ParsedLedger => ({
      kind: 'damaged',
      line: index + 1,
      message,
    });
    if (line.startsWith('|')) {
      const cells = split(line);
      if (cells === undefined) return damaged('the table row does not end in "|"');
      if (columns === undefined) {
        columns = cells;
        if (!same(cells, COLUMNS) && !same(cells, OLD_COLUMNS))
          return damaged(`the table's columns must be ${COLUMNS.join(', ')}`);
        continue;
      }
      if (cells.length !== columns.length)
        return damaged(`a row has ${cells.length} cells, the table ${columns.length} columns`);
      if (cells.every((cell) => /^:?-+:?$/.test(cell))) continue;
      const parsed = parseRow(cells);
      if (typeof parsed === 'string') return damaged(parsed);
      if (rows.some((known) => known.id === parsed.id))
        return damaged(`the id ${parsed.id} stands twice`);
      rows.push(parsed);
      continue;
    }
    const field = /^([a-z-]+):\s*(.*)$/.exec(line);
    if (field?.[1] === 'head' && !/^([0-9a-f]{7,64})?$/.test(field[2] ?? ''))
      return damaged(`"${field[2]}" is not a commit`);
    if (field?.[1] !== undefined) fields.set(field[1], field[2] ?? '');
    else if (line.trim() !== '' && !line.startsWith('#'))
      return damaged(`"${line.slice(0, 60)}" is neither a header line nor a table row`);
  }
  if (columns === undefined)
    return { kind: 'damaged', line: lines.length, message: 'the table of nodes is missing' };
  for (const item of rows) {
    const message = dependencyProblem(item, rows);
    if (message !== undefined)
      return {
        kind: 'damaged',
        line: lines.findIndex((line) => split(line)?.[0] === item.id) + 1,
        message,
      };
  }
  // The older format has no head; its nodes were found on the baseline.
  const baseline = /@ ([0-9a-f]{7,64})$/.exec(fields.get('baseline')?.trim() ?? '')?.[1];
  const head = fields.get('head') || (baseline ?? '');
  return { kind: 'ok', run: fields.get('run') ?? '', head, rows };
}

function dependencyProblem(item: LedgerRow, rows: readonly LedgerRow[]): string | undefined {
  const unknown = item.dependsOn.find((id) => !rows.some((known) => known.id === id));
  if (unknown !== undefined) return `${item.id} depends on ${unknown}, which is not in the table`;
  return item.dependsOn.some((id) => reaches(rows, id, item.id))
    ? `${item.id} depends on itself`
    : undefined;
}

function same(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}

function split(line: string): string[] | undefined {
  const trimmed = line.trim();
  if (!trimmed.startsWith('|') || !/(^|[^\\])(\\\\)*\|$/.test(trimmed.slice(1))) return undefined;
  return (trimmed.slice(1).match(/(?:\\.|[^\\|])*\|/gs) ?? []).map((cell) =>
    unescape(cell.slice(0, -1).trim()),
  );
}

function unescape(cell: string): string {
  return cell.replace(/\\(.)/gs, (_, next: string) =>
    next === 'n' ? '\n' : next === 'r' ? '\r' : next,
  );
}

function parseRow(cells: readonly string[]): LedgerRow | string {
  const [id = '', smell = '', span = '', depends = '', status = '', note = ''] = cells;
  const severity = cells[6] || 'major';
  const confidence = Number(cells[7] || '1');
  if (!/^R\d{3,}$/.test(id)) return `"${id}" is not a node id like R001`;
  if (!isNodeStatus(status)) return `"${status}" is not a node status`;
  if (!isSeverity(severity)) return `"${severity}" is not a severity`;
  if (!(confidence >= 0 && confidence <= 1)) return `"${cells[7]}" is not a confidence from 0 to 1`;
  const dependsOn = depends
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '' && item !== '-');
  return { id, smell, span, dependsOn, status, note, severity, confidence };
}
