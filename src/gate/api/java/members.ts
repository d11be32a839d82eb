import type { SyntaxNode } from '@lezer/common';
import { plain } from '../syntax/plain.js';
import { tokensIn, type Source } from '../syntax/source.js';
import { child, children } from '../syntax/tree.js';
import type { Token } from '../syntax/tokens.js';
import { rangeText, splitAt, typeList, typeParameters, typeText, type Generics } from './text.js';
import { declarationsIn, textOf, type JavaType } from './types.js';

/** A member that users or subclasses can see. */
export interface JavaMember {
  kind: 'method' | 'constructor' | 'field' | 'constant' | 'element';
  name: string;
  /** What hides an inherited member: name and, of a method, the types of its parameters. */
  key: string;
  signature: string;
}

const SHOWN = ['protected', 'static', 'final', 'abstract', 'default'];

/** The modifiers of a declaration, annotations left out. */
export function modifiersOf(node: SyntaxNode): string[] {
  const list = child(node, 'Modifiers');
  return list === undefined ? [] : children(list).map(({ name }) => name);
}

interface Owner {
  type: JavaType;
  source: Source;
  generics: Generics;
  isInterface: boolean;
  isFinal: boolean;
}

function isVisible(modifiers: readonly string[], { isInterface }: Owner): boolean {
  if (isInterface) return !modifiers.includes('private');
  return modifiers.includes('public') || modifiers.includes('protected');
}

function shown(modifiers: readonly string[], implied: readonly string[]): string {
  return SHOWN.filter((one) => modifiers.includes(one) && !implied.includes(one))
    .map((one) => `${one} `)
    .join('');
}

/** The types of parameters; their names, `final` and annotations are no API. */
function parameterTypes(source: Source, node: SyntaxNode, generics: Generics): string[] {
  const list = child(node, 'FormalParameters');
  if (list === undefined) return [];
  return children(list, 'FormalParameter', 'SpreadParameter').map((parameter) => {
    const modifiers = child(parameter, 'Modifiers');
    const named = child(parameter, 'Definition', 'VariableDeclarator');
    const from = modifiers?.to ?? parameter.from;
    const type = rangeText(source, { from, to: named?.from ?? parameter.to }, generics);
    const inner = named?.name === 'VariableDeclarator' ? child(named, 'Definition') : named;
    const after = tokensIn(source, { from: inner?.to ?? parameter.to, to: parameter.to });
    return `${type}${plain(after)}`;
  });
}

function resultType(source: Source, node: SyntaxNode, generics: Generics): string {
  const named = child(node, 'Definition', 'Identifier');
  const parameters = child(node, 'FormalParameters');
  const before = child(node, 'TypeParameters') ?? child(node, 'Modifiers');
  const range = { from: before?.to ?? node.from, to: named?.from ?? node.to };
  const dimensions = children(node, 'Dimension').filter(({ from }) => from > (parameters?.to ?? 0));
  return `${rangeText(source, range, generics)}${'[]'.repeat(dimensions.length)}`;
}

function nameOf(source: Source, node: SyntaxNode): string {
  const named = child(node, 'Definition', 'Identifier');
  return named === undefined ? '' : textOf(source, named);
}

function methodOf(node: SyntaxNode, owner: Owner): JavaMember[] {
  const { source, isInterface, isFinal } = owner;
  const modifiers = modifiersOf(node);
  if (!isVisible(modifiers, owner)) return [];
  const { text, generics } = typeParameters(source, node, owner.generics);
  const parameters = `(${parameterTypes(source, node, generics).join(', ')})`;
  const thrown = typeList(source, child(node, 'Throws'), generics);
  const throws = thrown.length === 0 ? '' : ` throws ${thrown.join(', ')}`;
  const implied = [...(isInterface ? ['abstract'] : []), ...(isFinal ? ['final'] : [])];
  const marks = shown(modifiers, implied);
  if (node.name === 'ConstructorDeclaration') {
    const signature = `${marks}${text}${parameters}${throws}`;
    return [{ kind: 'constructor', name: '', key: `new${parameters}`, signature }];
  }
  const name = nameOf(source, node);
  const signature = `${marks}${text}${parameters}: ${resultType(source, node, generics)}${throws}`;
  return [{ kind: 'method', name, key: `${name}${parameters}`, signature }];
}

/** What a constant is set to where the text shows it, through constants of the same type. */
function constantValue(tokens: readonly Token[], type: JavaType, depth = 0): string {
  const { source } = type.file;
  const words = tokens.filter(({ kind }) => kind === 'word');
  if (words.length === 0) return plain(tokens);
  const [only] = tokens;
  if (tokens.length !== 1 || only === undefined || depth > 4) return '';
  if (/^(true|false|null)$/.test(only.text)) return only.text;
  const declarators = declarationsIn(type.node)
    .flatMap((node) => children(node, 'VariableDeclarator'))
    .filter((node) => nameOf(source, node) === only.text);
  const [named] = declarators;
  const equals = named === undefined ? undefined : child(named, 'AssignOp');
  if (named === undefined || equals === undefined) return '';
  return constantValue(tokensIn(source, { from: equals.to, to: named.to }), type, depth + 1);
}

const CONSTANT = /^(boolean|byte|short|char|int|long|float|double|String)$/;

function fieldsOf(node: SyntaxNode, owner: Owner): JavaMember[] {
  const { source, generics, isInterface, type } = owner;
  const modifiers = modifiersOf(node);
  if (!isVisible(modifiers, owner)) return [];
  const declarators = children(node, 'VariableDeclarator');
  const from = child(node, 'Modifiers')?.to ?? node.from;
  const declared = rangeText(source, { from, to: declarators[0]?.from ?? node.to }, generics);
  const fixed = isInterface || (modifiers.includes('static') && modifiers.includes('final'));
  const implied = isInterface ? ['static', 'final'] : [];
  return declarators.map((declarator) => {
    const name = nameOf(source, declarator);
    const dimensions = '[]'.repeat(children(declarator, 'Dimension').length);
    const equals = child(declarator, 'AssignOp');
    const range = { from: equals?.to ?? declarator.to, to: declarator.to };
    const constant = fixed && CONSTANT.test(`${declared}${dimensions}`);
    const value = constant ? constantValue(tokensIn(source, range), type) : '';
    const marks = isInterface ? 'static final ' : shown(modifiers, implied);
    const signature = `${marks}${declared}${dimensions}${value === '' ? '' : ` = ${value}`}`;
    return { kind: 'field', name, key: `field ${name}`, signature };
  });
}

function elementOf(node: SyntaxNode, { source, generics }: Owner): JavaMember {
  const name = nameOf(source, node);
  const value = child(node, 'default');
  const tokens = value === undefined ? [] : tokensIn(source, { from: value.to, to: node.to });
  const given = typeText(
    tokens.filter(({ text }) => text !== ';'),
    generics,
  );
  const type = resultType(source, node, generics);
  const signature = `${type}${value === undefined ? '' : ` default ${given}`}`;
  return { kind: 'element', name, key: name, signature };
}

/** A class without a constructor has one that takes nothing, as visible as itself. */
function impliedConstructor(owner: Owner): JavaMember[] {
  const { node } = owner.type;
  const declared = declarationsIn(node).some(({ name }) => name === 'ConstructorDeclaration');
  if (node.name !== 'ClassDeclaration' || declared) return [];
  const marks = shown(modifiersOf(node), ['static', 'final', 'abstract']);
  return [{ kind: 'constructor', name: '', key: 'new()', signature: `${marks}()` }];
}

/** What a record has without saying so: a constructor and a method for each component. */
function impliedByRecord({ type, source, generics }: Owner): JavaMember[] {
  const header = child(type.node, 'RecordHeader');
  if (header === undefined) return [];
  const components = splitAt(tokensIn(source, header).slice(1, -1), ',').map((part) => ({
    name: part.at(-1)?.text ?? '',
    result: typeText(part.slice(0, -1), generics),
  }));
  const given = `(${components.map(({ result }) => result).join(', ')})`;
  return [
    { kind: 'constructor', name: '', key: `new${given}`, signature: given },
    ...components.map(({ name, result }): JavaMember => {
      return { kind: 'method', name, key: `${name}()`, signature: `(): ${result}` };
    }),
  ];
}

function constantsOf({ type, source }: Owner): JavaMember[] {
  const body = child(type.node, 'EnumBody');
  return (body === undefined ? [] : children(body, 'EnumConstant')).map((node, index) => {
    const name = nameOf(source, node);
    // Its place is what `ordinal`, `compareTo` and `values` show.
    return { kind: 'constant', name, key: `field ${name}`, signature: `${index}` };
  });
}

function isInterface({ node }: JavaType): boolean {
  return node.name === 'InterfaceDeclaration' || node.name === 'AnnotationTypeDeclaration';
}

/** The members that a type declares itself and that others can see. */
export function declaredMembers(type: JavaType, generics: Generics): JavaMember[] {
  const owner: Owner = {
    ...{ type, source: type.file.source, generics, isInterface: isInterface(type) },
    isFinal: type.node.name === 'RecordDeclaration' || modifiersOf(type.node).includes('final'),
  };
  const members = declarationsIn(type.node).flatMap((node): JavaMember[] => {
    if (node.name === 'MethodDeclaration' || node.name === 'ConstructorDeclaration')
      return methodOf(node, owner);
    if (node.name === 'FieldDeclaration' || node.name === 'ConstantDeclaration')
      return fieldsOf(node, owner);
    return node.name === 'AnnotationTypeElementDeclaration' ? [elementOf(node, owner)] : [];
  });
  const declared = new Set(members.map(({ key }) => key));
  const implied = [...impliedConstructor(owner), ...impliedByRecord(owner)];
  return [...constantsOf(owner), ...implied.filter(({ key }) => !declared.has(key)), ...members];
}
