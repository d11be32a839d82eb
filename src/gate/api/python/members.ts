import type { SyntaxNode } from '@lezer/common';
import { tokensIn } from '../syntax/source.js';
import { child } from '../syntax/tree.js';
import type { Token } from '../syntax/tokens.js';
import { decoratorName, decoratorsText } from './decorators.js';
import { classBindings, type Binding } from './read-module.js';
import { functionText, type TextContext } from './signature.js';
import { isPublicName } from './scope.js';
import { defaultText, typeText } from './text.js';

/** One public member of a class, without the path of the class. */
export interface Member {
  kind: 'method' | 'attribute' | 'class';
  signature: string;
  /** For a nested class: what to list below it. */
  nested?: Binding & { kind: 'class' };
}

const PROPERTY = /(^|\.)(property|cached_property|abstractproperty|classproperty)$/;
const ACCESSOR = /\.(setter|deleter|getter)$/;
const NO_MEMBER = /^__(slots|doc|module|dict|annotations|match_args|weakref|qualname)__$/;

function isMember(name: string): boolean {
  return isPublicName(name) && !NO_MEMBER.test(name);
}

function returnType(node: SyntaxNode, { module, scope }: TextContext): string {
  const typed = child(node, 'TypeDef');
  const tokens = typed === undefined ? [] : tokensIn(module.source, typed);
  return typeText(tokens, module, scope).replace(/^-> /, '');
}

type FunctionBinding = Binding & { kind: 'function' };

/** A property and its accessors read as the attribute that users see. */
function propertyMember(bound: readonly Binding[], context: TextContext): Member | undefined {
  const functions = bound.filter((one): one is FunctionBinding => one.kind === 'function');
  const names = functions.flatMap(({ decorators }) =>
    decorators.map((node) => decoratorName(node, context)),
  );
  const getter = functions.find(({ decorators }) =>
    decorators.some((node) => PROPERTY.test(decoratorName(node, context))),
  );
  if (getter === undefined && !names.some((name) => ACCESSOR.test(name))) return undefined;
  const cached = names.some((name) => name.endsWith('cached_property'));
  const writable = cached || names.some((name) => name.endsWith('.setter'));
  const type = getter === undefined ? '' : returnType(getter.node, context);
  const shared = names.some((name) => name.endsWith('classmethod')) ? 'class ' : '';
  return { kind: 'attribute', signature: `${shared}${writable ? 'read write' : 'read'} ${type}` };
}

function methodText(binding: FunctionBinding, context: TextContext): string {
  const names = binding.decorators.map((node) => decoratorName(node, context));
  const bound = !names.includes('staticmethod');
  const text = functionText(binding.node, context, bound);
  return `${text}${decoratorsText(binding.decorators, context)}`;
}

function isValue(binding: Binding): binding is Binding & { kind: 'value' } {
  return binding.kind === 'value';
}

/** How a class treats its annotated names: as fields of its constructor, as constants, or neither. */
export type FieldRule = 'fields' | 'values' | 'none';

function attributeText(
  binding: Binding & { kind: 'value' },
  rule: FieldRule,
  position: number,
  { module, scope }: TextContext,
): string {
  const type = typeText(binding.annotation, module, scope);
  const value = defaultText(binding.value, module, scope);
  if (rule === 'values') return `= ${value}`;
  if (rule === 'none' || type === '' || /\bClassVar\b/.test(type)) return `read write ${type}`;
  return `field ${position}: ${type}${value === '' ? '' : ` = ${value}`}`;
}

function aliased(one: Binding, all: ReadonlyMap<string, Binding[]>): readonly Binding[] {
  if (!isValue(one) || one.value.length !== 1) return [one];
  const target = all.get(one.value[0]?.text ?? '');
  return target?.every(({ kind }) => kind === 'function') ? target : [one];
}

function memberOf(
  binding: Binding,
  rule: FieldRule,
  position: number,
  context: TextContext,
): Member[] {
  if (binding.kind === 'function')
    return [{ kind: 'method', signature: methodText(binding, context) }];
  if (binding.kind === 'class') return [{ kind: 'class', signature: '', nested: binding }];
  if (!isValue(binding)) return [{ kind: 'attribute', signature: 'read write' }];
  return [{ kind: 'attribute', signature: attributeText(binding, rule, position, context) }];
}

/** The public members that the body of a class declares, by name. */
export function declaredMembers(
  node: SyntaxNode,
  rule: FieldRule,
  context: TextContext,
): Map<string, Member[]> {
  const bindings = classBindings(context.module, node);
  const fields = [...bindings]
    .filter(([, bound]) => bound.some((one) => isValue(one) && one.annotation.length > 0))
    .map(([name]) => name);
  const members = new Map<string, Member[]>();
  for (const [name, bound] of bindings) {
    if (!isMember(name)) continue;
    const property = propertyMember(bound, context);
    const own = bound.flatMap((one) => aliased(one, bindings));
    const found = own.flatMap((one) => memberOf(one, rule, fields.indexOf(name), context));
    members.set(name, property === undefined ? found : [property]);
  }
  return members;
}

function isAssigned(tokens: readonly Token[], at: number): boolean {
  const after = tokens[at + 3];
  if (after?.text === '=') return true;
  // Of `self.a, self.b = …` the mark after a name is a comma.
  return tokens[at]?.startsLine === true && (after?.text === ':' || after?.text === ',');
}

/** The public names that the methods of a class assign to `self`, wherever they do it. */
export function assignedAttributes(node: SyntaxNode, { module }: TextContext): string[] {
  const names = new Set<string>();
  const starts = new Map(module.bodies.map((body) => [body.from, body]));
  const visit = (inner: SyntaxNode): void => {
    for (let at = inner.firstChild; at !== null; at = at.nextSibling) {
      const body = starts.get(at.from);
      if (body === undefined) {
        if (at.name !== 'ClassDefinition') visit(at);
        continue;
      }
      const tokens = tokensIn(module.source, body);
      tokens.forEach(({ text }, index) => {
        const name = tokens[index + 2]?.text ?? '';
        const attribute = text === 'self' && tokens[index + 1]?.text === '.';
        if (attribute && isMember(name) && isAssigned(tokens, index)) names.add(name);
      });
    }
  };
  visit(node);
  return [...names];
}
