import type { SyntaxNode } from '@lezer/common';
import { tokensIn, type Source } from '../syntax/source.js';
import { child, children } from '../syntax/tree.js';

/** A type as its text declares it, with where it stands. */
export interface JavaType {
  name: string;
  /** `Outer.Inner`. */
  path: string;
  node: SyntaxNode;
  file: JavaFile;
  outer: JavaType | undefined;
  inner: JavaType[];
}

/** A file with what is needed to know what its names mean. */
export interface JavaFile {
  source: Source;
  packageName: string;
  /** Imported types by simple name. */
  imports: ReadonlyMap<string, string>;
  types: JavaType[];
  module: SyntaxNode | undefined;
}

const TYPES = [
  'ClassDeclaration',
  'InterfaceDeclaration',
  'EnumDeclaration',
  'RecordDeclaration',
  'AnnotationTypeDeclaration',
];

const BODIES = ['ClassBody', 'InterfaceBody', 'EnumBody', 'RecordBody', 'AnnotationTypeBody'];

/** The text of a node. */
export function textOf(source: Source, node: SyntaxNode): string {
  return source.text.slice(node.from, node.to);
}

/** The declarations in the body of a type; those of an enum stand behind its constants. */
export function declarationsIn(node: SyntaxNode): SyntaxNode[] {
  const body = child(node, ...BODIES);
  if (body === undefined) return [];
  return children(body).flatMap((inner) =>
    inner.name === 'EnumBodyDeclarations' ? children(inner) : [inner],
  );
}

function typeOf(node: SyntaxNode, file: JavaFile, outer: JavaType | undefined): JavaType {
  const named = child(node, 'Definition', 'Identifier');
  const name = named === undefined ? '' : textOf(file.source, named);
  const path = outer === undefined ? name : `${outer.path}.${name}`;
  const type: JavaType = { name, path, node, file, outer, inner: [] };
  for (const inner of declarationsIn(node))
    if (TYPES.includes(inner.name)) type.inner.push(typeOf(inner, file, type));
  return type;
}

function dotted(source: Source, node: SyntaxNode): string {
  return tokensIn(source, node)
    .slice(1)
    .map(({ text }) => text)
    .filter((text) => text !== ';')
    .join('');
}

/** Reads what a file declares. */
export function readFile(source: Source): JavaFile {
  const declaration = child(source.root, 'PackageDeclaration');
  const named = declaration && child(declaration, 'ScopedIdentifier', 'Identifier');
  const packageName =
    named === undefined
      ? ''
      : tokensIn(source, named)
          .map(({ text }) => text)
          .join('');
  const imports = new Map<string, string>();
  for (const node of children(source.root, 'ImportDeclaration')) {
    const path = dotted(source, node);
    if (!path.startsWith('static') && !path.endsWith('*'))
      imports.set(path.split('.').at(-1) ?? path, path);
  }
  const module = child(source.root, 'ModuleDeclaration');
  const file: JavaFile = { source, packageName, imports, types: [], module };
  for (const node of children(source.root, ...TYPES))
    file.types.push(typeOf(node, file, undefined));
  return file;
}
