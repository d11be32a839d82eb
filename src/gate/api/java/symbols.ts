import { line } from '../language.js';
import { plain } from '../syntax/plain.js';
import { tokensIn } from '../syntax/source.js';
import { child, children } from '../syntax/tree.js';
import { modifiersOf } from './members.js';
import { isNameable, type JavaScope } from './scope.js';
import { splitAt, typeList, typeParameters, typeText, type Generics } from './text.js';
import type { JavaFile, JavaType } from './types.js';

const KINDS: Readonly<Record<string, string>> = {
  ClassDeclaration: 'class',
  InterfaceDeclaration: 'interface',
  EnumDeclaration: 'enum',
  RecordDeclaration: 'record',
  AnnotationTypeDeclaration: 'annotation',
};
const MODIFIERS = ['protected', 'static', 'final', 'abstract', 'sealed', 'non-sealed'];
const NO_GENERICS: Generics = new Map();

function impliedModifiers({ node, outer }: JavaType): string[] {
  const nested = node.name !== 'ClassDeclaration' || outer?.node.name === 'InterfaceDeclaration';
  return [
    ...(nested ? ['static'] : []),
    ...(node.name === 'RecordDeclaration' || node.name === 'EnumDeclaration' ? ['final'] : []),
    ...(node.name.startsWith('Class') ? [] : ['abstract']),
  ];
}

function shownModifiers(type: JavaType): string[] {
  const list = child(type.node, 'Modifiers');
  const words = list === undefined ? '' : plain(tokensIn(type.file.source, list));
  const given = new Set([...modifiersOf(type.node), ...words.split(' ')]);
  if (/\bnon\s*-\s*sealed\b/.test(words)) {
    given.delete('sealed');
    given.add('non-sealed');
  }
  const implied = impliedModifiers(type);
  return MODIFIERS.filter((one) => given.has(one) && !implied.includes(one));
}

/** `(int, List<String> b)` of a record: names and types, since both are its members. */
function componentsText({ node, file }: JavaType, generics: Generics): string {
  const header = child(node, 'RecordHeader');
  if (header === undefined) return '';
  const parts = splitAt(tokensIn(file.source, header).slice(1, -1), ',').map(
    (part) => `${typeText(part.slice(0, -1), generics)} ${part.at(-1)?.text ?? ''}`,
  );
  return `(${parts.join(', ')})`;
}

function clause(word: string, types: readonly string[]): string {
  return types.length === 0 ? '' : `${word} ${types.join(', ')}`;
}

function headText(type: JavaType, scope: JavaScope): string {
  const { node, file } = type;
  const { text, generics } = typeParameters(file.source, node, NO_GENERICS);
  const heritage = scope.heritage(type, generics);
  return [
    ...shownModifiers(type),
    `${text}${componentsText(type, generics)}`,
    clause('extends', heritage.extends),
    clause('implements', heritage.implements),
    clause('permits', typeList(file.source, child(node, 'Permits'), generics)),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function typeLines(type: JavaType, scope: JavaScope): string[] {
  if (!isNameable(type)) return [];
  const entry = `java:${type.file.packageName}`;
  const kind = KINDS[type.node.name] ?? 'class';
  const members = scope.members(type, NO_GENERICS).map(({ kind: of, name, signature }) => {
    const path = name === '' ? type.path : `${type.path}.${name}`;
    return line(entry, of, path, signature);
  });
  return [
    line(entry, kind, type.path, headText(type, scope)),
    ...members,
    ...type.inner.flatMap((inner) => typeLines(inner, scope)),
  ];
}

/** Lists the types of a file that users can name. */
export function fileLines(file: JavaFile, scope: JavaScope): string[] {
  return file.types.flatMap((type) => typeLines(type, scope));
}

/** The packages that a module exports, to everyone or to some. */
export function exportedPackages({ module, source }: JavaFile): string[] {
  const body = module && child(module, 'ModuleBody');
  return (body === undefined ? [] : children(body, 'ModuleDirective')).flatMap((node) => {
    const tokens = tokensIn(source, node);
    if (tokens[0]?.text !== 'exports') return [];
    const end = tokens.findIndex(({ text }) => text === 'to' || text === ';');
    return [
      tokens
        .slice(1, end === -1 ? undefined : end)
        .map(({ text }) => text)
        .join(''),
    ];
  });
}

/** Lists a module: its name, and the directives that others can notice. */
export function moduleLines({ module, source }: JavaFile): string[] {
  if (module === undefined) return [];
  const [named] = children(module, 'ScopedIdentifier', 'Identifier');
  const name =
    named === undefined
      ? ''
      : tokensIn(source, named)
          .map(({ text }) => text)
          .join('');
  const open = child(module, 'open') === undefined ? '' : 'open';
  const body = child(module, 'ModuleBody');
  const directives = (body === undefined ? [] : children(body, 'ModuleDirective'))
    .map((node) => plain(tokensIn(source, node)).replace(/;$/, ''))
    .filter((text) => !text.startsWith('requires') || text.startsWith('requires transitive'))
    .map((text) => line(`java:${name}`, 'directive', text, ''));
  return [line(`java:${name}`, 'module', name, open), ...directives];
}
