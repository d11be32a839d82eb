import { tokensIn } from '../syntax/source.js';
import { child } from '../syntax/tree.js';
import type { Token } from '../syntax/tokens.js';
import { decoratorName } from './decorators.js';
import { assignedAttributes, declaredMembers, type FieldRule, type Member } from './members.js';
import type { Binding, PythonModule } from './read-module.js';
import type { PythonScope } from './scope.js';
import { splitAtCommas, type TextContext } from './signature.js';
import { expressionText, typeText } from './text.js';

export type ClassBinding = Binding & { kind: 'class' };

/** A member with the module in which it is written, where its names have their meaning. */
export interface PlacedMember {
  member: Member;
  home: TextContext;
}

interface Base {
  tokens: Token[];
  declared: { binding: ClassBinding; module: PythonModule } | undefined;
}

const MAX_DEPTH = 8;
const FIELDS = /(^|\.)(dataclass|define|frozen|mutable|attrs|s|NamedTuple|TypedDict|BaseModel)$/;
const VALUES = /(^|\.)\w*(Enum|Flag)$/;

/** Reads classes together with the bases that the workspace declares. */
export class ClassReader {
  private readonly known = new Map<string, Map<string, PlacedMember[]>>();

  constructor(private readonly scope: PythonScope) {}

  /** Bases as users see them: a private one is passed over for its own bases. */
  bases(binding: ClassBinding, context: TextContext, depth = 0): string[] {
    const { module, scope } = context;
    return this.basesOf(binding, context).flatMap(({ tokens, declared }) => {
      const text = typeText(tokens, module, scope);
      const hidden = (text.split('[')[0]?.split('.').at(-1) ?? '').startsWith('_');
      if (text === 'object') return [];
      if (!hidden || declared === undefined || depth > MAX_DEPTH)
        return [text.includes('=') ? expressionText(tokens) : text];
      return this.bases(declared.binding, { module: declared.module, scope }, depth + 1);
    });
  }

  /** Public members with those of the workspace's bases: Pull Up Method changes nothing below. */
  members(binding: ClassBinding, context: TextContext, depth = 0): Map<string, PlacedMember[]> {
    const key = `${context.module.source.path} ${binding.node.from}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const all = new Map<string, PlacedMember[]>();
    const declared = declaredMembers(binding.node, this.rule(binding, context), context);
    for (const [name, members] of declared)
      all.set(
        name,
        members.map((member) => ({ member, home: context })),
      );
    const assigned: Member = { kind: 'attribute', signature: 'read write' };
    for (const name of assignedAttributes(binding.node, context))
      if (!all.has(name)) all.set(name, [{ member: assigned, home: context }]);
    for (const { declared: base } of this.basesOf(binding, context)) {
      if (base === undefined || depth > MAX_DEPTH) continue;
      const home = { module: base.module, scope: this.scope };
      for (const [name, members] of this.members(base.binding, home, depth + 1))
        if (!all.has(name)) all.set(name, members);
    }
    this.known.set(key, all);
    return all;
  }

  private basesOf(binding: ClassBinding, { module, scope }: TextContext): Base[] {
    const list = child(binding.node, 'ArgList');
    if (list === undefined) return [];
    return splitAtCommas(tokensIn(module.source, list).slice(1, -1)).map((tokens) => {
      const end = tokens.findIndex(({ text }) => text === '[');
      const chain = (end === -1 ? tokens : tokens.slice(0, end)).map(({ text }) => text).join('');
      const [first = '', second, ...more] = chain.split('.');
      let [meaning] = scope.meanings(module, first);
      if (meaning?.kind === 'module' && second !== undefined && more.length === 0)
        [meaning] = scope.meanings(meaning.module, second);
      const declared =
        meaning?.kind === 'declared' && meaning.binding.kind === 'class'
          ? { binding: meaning.binding, module: meaning.module }
          : undefined;
      return { tokens, declared };
    });
  }

  private rule(binding: ClassBinding, context: TextContext): FieldRule {
    const marks = [
      ...binding.decorators.map((node) => decoratorName(node, context)),
      ...this.bases(binding, context),
    ];
    if (marks.some((mark) => FIELDS.test(mark))) return 'fields';
    return marks.some((mark) => VALUES.test(mark)) ? 'values' : 'none';
  }
}
