import type { SyntaxNode } from '@lezer/common';
import { extname } from 'node:path';
import { parserFor } from '../syntax.js';
import { docTests } from './doc-tests.js';

const RUST_TEST =
  /^#?\s*\[\s*(?:cfg\s*\((?!\s*not\b)[^\]]*\btest\b|(?:\w+::)*test\b|bench\b|rstest\b|test_case\b|quickcheck\b|proptest\b|wasm_bindgen_test\b)/;

type IsTest = (node: SyntaxNode, textOf: (node: SyntaxNode) => string) => boolean;

const isRustTest: IsTest = (node, textOf) =>
  node.name === 'AttributeItem' &&
  node.getChildren('Attribute').some((attribute) => RUST_TEST.test(textOf(attribute)));

const isVitestBlock: IsTest = (node, textOf) => {
  if (!/^(?!Function|Class).*(?:Statement|Declaration)$/.test(node.name)) return false;
  if (!textOf(node).includes('import.meta.vitest')) return false;
  if (node.name !== 'IfStatement') return node.getChild('Block') === null;
  const condition = node.getChild('ParenthesizedExpression');
  return condition !== null && textOf(condition).includes('import.meta.vitest');
};

const isGoExample: IsTest = (node, textOf) =>
  node.name === 'FunctionDecl' &&
  /^func\s+Example/.test(textOf(node)) &&
  /\/\/\s*(?:unordered )?output:/i.test(textOf(node));

/** What marks a test in the text, on a line that is no comment, should the parser not see it. */
const RUST_MARK = /^\s*#\[\s*cfg\s*\(\s*test\s*\)/gm;
const VITEST_MARK = /^(?!\s*(?:\/[/*]|\*)).*import\.meta\.vitest/gm;

interface Kind {
  isTest: IsTest;
  /** Without a match of this the text holds no test, and need not be parsed. */
  hint: RegExp;
  mark: RegExp | undefined;
}

function kindOf(path: string): Kind {
  const ending = extname(path).toLowerCase();
  if (ending === '.rs') return { isTest: isRustTest, hint: /#\[/, mark: RUST_MARK };
  if (ending === '.go') return { isTest: isGoExample, hint: /\bExample/, mark: undefined };
  return { isTest: isVitestBlock, hint: /import\.meta\.vitest/, mark: VITEST_MARK };
}

/** The text of whole lines without what they are indented by, so that code may move inwards. */
function dedented(text: string, from: number, to: number): string {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const before = text.slice(start, from);
  const lines = ((/^\s*$/.test(before) ? before : '') + text.slice(from, to)).split(/\r?\n/);
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const depth = Math.min(...depths, Infinity);
  return lines.map((line) => line.slice(depth === Infinity ? 0 : depth).trimEnd()).join('\n');
}

/**
 * The text of each test that stands inside a source file, without its indentation: Rust items for
 * tests, `import.meta.vitest` blocks, Go examples with their output, and tests in documentation.
 * A test that no parser sees is all of the file from its mark on.
 */
export function inlineTests(path: string, text: string): string[] {
  const { isTest, hint, mark } = kindOf(path);
  const seen: { from: number; to: number }[] = [];
  const textOf = (node: SyntaxNode): string => text.slice(node.from, node.to);
  const parser = hint.test(text) ? parserFor(path) : undefined;
  parser?.parse(text).iterate({
    enter({ node }) {
      if (!isTest(node, textOf)) return true;
      seen.push(node);
      return false;
    },
  });
  const marks = mark === undefined ? [] : [...text.matchAll(mark)];
  const unseen = marks
    .map((match) => ({ from: match.index, to: match.index + match[0].length }))
    .find((one) => !seen.some(({ from, to }) => from < one.to && one.from < to));
  return [
    ...seen.map(({ from, to }) => dedented(text, from, to)),
    ...(unseen === undefined ? [] : [text.slice(unseen.from)]),
    ...docTests(path, text),
  ];
}
