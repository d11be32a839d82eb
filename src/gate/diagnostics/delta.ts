import { minus } from '../../core/multiset.js';

/**
 * Rules that measure a function, class or file, or ask for its documentation, and name it in their
 * message. Where such a unit is renamed, split or moved, the name changes and the finding stays.
 */
const MEASURES =
  /complex|cyclo|gocognit|cyclop|nestif|maintidx|funlen|max[-_]?(?:lines|statements|params|depth|nested|classes)|too[-_]?(?:many|few|long)|(?:lines|statements)[-_]?per|(?:method|function|file)length|parameternumber|(?:missing|require)[-_]?\w*[-_]?(?:doc|comment)|^(?:C901|CCR\d+|PLR09\d\d|D1\d\d)$/i;

/** What a diagnostic says, whatever file it stands in. */
const withoutPath = (diagnostic: string): string => diagnostic.replace(/^[^:]*: /, '');

/** What it says of a measured unit, whatever the unit's name; others say what they say. */
function withoutName(said: string): string {
  const [, rule = ''] = said.split(' ');
  if (!MEASURES.test(rule)) return said;
  return said
    .replace(/(['"`])[^'"`]*\1/g, '<name>')
    .replace(/\b(func|function|method)( literal)? [^\s<]+/gi, '$1 <name>');
}

/** The items of `added` that are left when each of `gone` has taken away one that reads like it. */
function unexplained(
  added: readonly string[],
  gone: readonly string[],
  reading: (diagnostic: string) => string,
): string[] {
  const left = minus(added.map(reading), gone.map(reading));
  const counts = new Map<string, number>();
  for (const said of left) counts.set(said, (counts.get(said) ?? 0) + 1);
  return added.filter((diagnostic) => {
    const said = reading(diagnostic);
    const count = counts.get(said) ?? 0;
    counts.set(said, count - 1);
    return count > 0;
  });
}

/**
 * Diagnostics that were not there before, compared as multisets. Not new is one that only moved to
 * another file, and one of a measured unit that only got another name: there, the number of
 * findings of a rule must not rise.
 */
export function newDiagnostics(before: readonly string[], after: readonly string[]): string[] {
  const added = minus(after, before);
  const gone = minus(before, after);
  const moved = unexplained(added, gone, withoutPath);
  const left = unexplained(gone, added, withoutPath);
  return unexplained(moved, left, (diagnostic) => withoutName(withoutPath(diagnostic)));
}
