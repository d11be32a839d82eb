import { line } from '../language.js';
import { tokensIn } from '../syntax/source.js';
import { child } from '../syntax/tree.js';
import type { ClassBinding, ClassReader } from './classes.js';
import { decoratorsText } from './decorators.js';
import type { Binding, PythonModule } from './read-module.js';
import { isListed, type Meaning, type PythonScope } from './scope.js';
import { functionText, parametersText, type TextContext } from './signature.js';
import { typeText } from './text.js';

const MAX_DEPTH = 8;
const TYPES =
  /^((typing|collections\.abc)\.\w+|dict|list|tuple|set|frozenset|type)\[|^\w[\w.[\], ]* \| /;
const RECORD = /^(collections\.|typing\.|enum\.)?(namedtuple|NamedTuple|TypedDict|NewType|Enum)\(/;

/** Collects the lines of one public module. */
export class PythonLister {
  private readonly lines = new Set<string>();

  constructor(
    private readonly module: PythonModule,
    private readonly scope: PythonScope,
    private readonly classes: ClassReader,
  ) {}

  /** Lists what the module offers. */
  list(): string[] {
    if (this.module.all === 'dynamic') this.add('all', '__all__', 'dynamic');
    this.names(this.module, '', new Set());
    return [...this.lines];
  }

  private add(kind: string, path: string, signature: string): void {
    const { name, isStub } = this.module;
    this.lines.add(line(`python:${name}${isStub ? '(stub)' : ''}`, kind, path, signature));
  }

  private names(module: PythonModule, prefix: string, open: ReadonlySet<PythonModule>): void {
    for (const name of this.scope.publicNames(module)) {
      const meanings = this.scope.meanings(module, name);
      if (meanings.length === 0) this.add('name', `${prefix}${name}`, 'unresolved');
      for (const meaning of meanings)
        this.meaning(meaning, `${prefix}${name}`, new Set([...open, module]));
    }
    for (const star of module.stars)
      if (this.scope.module(star) === undefined) this.add('star', `${prefix}${star}`, '');
  }

  private meaning(meaning: Meaning, path: string, open: ReadonlySet<PythonModule>): void {
    if (meaning.kind === 'declared') return this.declared(meaning.binding, meaning.module, path);
    const mark = meaning.typeOnly ? 'type-only ' : '';
    if (meaning.kind === 'external') return this.add('external', path, `${mark}${meaning.path}`);
    this.add('module', path, mark);
    if (!isListed(meaning.module) && !open.has(meaning.module))
      this.names(meaning.module, `${path}.`, open);
  }

  private declared(binding: Binding, module: PythonModule, path: string): void {
    const context: TextContext = { module, scope: this.scope };
    const mark = binding.typeOnly ? 'type-only ' : '';
    if (binding.kind === 'function') {
      const decorators = decoratorsText(binding.decorators, context);
      const text = functionText(binding.node, context, false);
      this.add('function', path, `${mark}${text}${decorators}`);
    } else if (binding.kind === 'class') this.class(binding, context, path, 0);
    else if (binding.kind === 'type') {
      const [, , ...tokens] = tokensIn(module.source, binding.node);
      this.add('type', path, `${mark}${typeText(tokens, module, this.scope)}`);
    } else if (binding.kind === 'value') this.value(binding, context, path, mark);
  }

  private value(
    binding: Binding & { kind: 'value' },
    context: TextContext,
    path: string,
    mark: string,
  ): void {
    const { module, scope } = context;
    const { annotation, value } = binding;
    const [first] = value;
    if (first?.kind === 'word' && value.length === 1) {
      const [target] = scope.meanings(module, first.text);
      const kind = target?.kind === 'declared' ? target.binding.kind : undefined;
      if (target?.kind === 'declared' && (kind === 'function' || kind === 'class'))
        return this.declared(target.binding, target.module, path);
    }
    if (first?.text === 'lambda') {
      const end = value.findIndex(({ text }) => text === ':');
      const text = parametersText(value.slice(1, end), context, { lambda: true });
      return this.add('function', path, `${mark}${text}`);
    }
    const type = typeText(annotation, module, scope);
    const text = typeText(value, module, scope);
    if (type === 'typing.TypeAlias' || (type === '' && TYPES.test(text)))
      return this.add('type', path, `${mark}= ${text}`);
    const record = RECORD.test(text) ? `= ${text}` : '';
    this.add('const', path, `${mark}${type}${record}`);
  }

  private class(binding: ClassBinding, context: TextContext, path: string, depth: number): void {
    const { module, scope } = context;
    const mark = binding.typeOnly ? 'type-only ' : '';
    const generic = child(binding.node, 'TypeParamList');
    const parameters = generic === undefined ? [] : tokensIn(module.source, generic);
    const bases = this.classes.bases(binding, context).join(', ');
    const decorators = decoratorsText(binding.decorators, context);
    const text = typeText(parameters, module, scope);
    this.add('class', path, `${mark}${text}(${bases})${decorators}`);
    if (depth > MAX_DEPTH) return;
    for (const [name, members] of this.classes.members(binding, context))
      for (const { member, home } of members) {
        const at = `${path}.${name}`;
        if (member.nested === undefined) this.add(member.kind, at, member.signature);
        else this.class(member.nested, home, at, depth + 1);
      }
  }
}
