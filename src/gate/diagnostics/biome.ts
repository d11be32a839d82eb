import { withoutOptions } from '../invocation.js';
import { asList, asRecord, asText, parseJson } from '../json.js';
import { failed, NO_FILE, readAll, type Finding, type Tool } from './tool.js';

/** Biome 2 gives text and path as strings; 1.9 has a description, and the path in an object. */
function findingOf(diagnostic: Record<string, unknown>): Finding {
  const { path } = asRecord(diagnostic.location);
  const message = asText(diagnostic.description) || asText(diagnostic.message);
  const category = asText(diagnostic.category);
  return {
    file: asText(path) || asText(asRecord(path).file),
    severity: asText(diagnostic.severity),
    rule: category.replace(/^lint\//, ''),
    message: category === 'format' ? 'is not formatted' : message,
  };
}

/** Biome 1.9 and 2, `ci`, `check`, `lint` or `format`. Its JSON is declared unstable. */
export const biome: Tool = {
  recognise: ({ tool, args }) =>
    tool === 'biome' && /^(?:ci|check|lint|format)$/.test(args[0] ?? ''),
  report: 'stdout',
  // By default it prints no more than twenty findings.
  args: (args) => [
    ...withoutOptions(args, ['--reporter=', '--reporter-file=', '--max-diagnostics=', '--colors=']),
    ...['--reporter=json', '--max-diagnostics=none', '--colors=off'],
  ],
  read: (output) => {
    const report = asRecord(parseJson(output.report));
    const { changed, unchanged, diagnosticsNotPrinted } = asRecord(report.summary);
    if (!Array.isArray(report.diagnostics) || typeof unchanged !== 'number')
      return failed(`it exited with ${output.code} without a usable report`);
    if (unchanged + Number(changed ?? 0) === 0) return failed(NO_FILE);
    if (diagnosticsNotPrinted !== 0) return failed('it left findings out of its report');
    return readAll(output, asList(report.diagnostics).map(asRecord).map(findingOf));
  },
};
