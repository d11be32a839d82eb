import { tokensIn } from '../syntax/source.js';
import { child } from '../syntax/tree.js';
import { declaredMembers, modifiersOf, type JavaMember } from './members.js';
import { splitAt, typeParameters, typeText, type Generics } from './text.js';
import type { JavaFile, JavaType } from './types.js';

const MAX_DEPTH = 12;

interface Super {
  /** As it is written, in one form. */
  text: string;
  isClass: boolean;
  type: JavaType | undefined;
  /** What the type parameters of that type stand for here. */
  generics: Generics;
}

/** Whether users can name a type: public, or a protected member of one that they can name. */
export function isNameable({ node, outer }: JavaType): boolean {
  const modifiers = modifiersOf(node);
  const implied = outer?.node.name === 'InterfaceDeclaration' && !modifiers.includes('private');
  const seen = implied || modifiers.includes('public');
  if (outer === undefined) return seen;
  return (seen || modifiers.includes('protected')) && isNameable(outer);
}

/** Finds the types of a workspace by what a file calls them. */
export class JavaScope {
  private readonly types = new Map<string, JavaType>();

  constructor(files: readonly JavaFile[]) {
    const add = (type: JavaType): void => {
      const { packageName } = type.file;
      this.types.set(packageName === '' ? type.path : `${packageName}.${type.path}`, type);
      type.inner.forEach(add);
    };
    files.flatMap(({ types }) => types).forEach(add);
  }

  private find(name: string, from: JavaType): JavaType | undefined {
    const [first = '', ...rest] = name.split('.');
    for (let at: JavaType | undefined = from; at !== undefined; at = at.outer) {
      const inner = at.inner.find((type) => type.name === first);
      if (inner !== undefined) return this.below(inner, rest);
    }
    const { packageName, imports } = from.file;
    const here = packageName === '' ? name : `${packageName}.${name}`;
    const imported = [imports.get(first), ...rest].join('.');
    return this.types.get(imported) ?? this.types.get(here) ?? this.types.get(name);
  }

  private below(type: JavaType, path: string[]): JavaType | undefined {
    const [first, ...rest] = path;
    if (first === undefined) return type;
    const inner = type.inner.find(({ name }) => name === first);
    return inner && this.below(inner, rest);
  }

  private supers(type: JavaType, generics: Generics): Super[] {
    const { source } = type.file;
    return ['Superclass', 'SuperInterfaces', 'ExtendsInterfaces'].flatMap((clause) => {
      const node = child(type.node, clause);
      const tokens = node === undefined ? [] : tokensIn(source, node).slice(1);
      return splitAt(tokens, ',').map((part) => {
        const open = part.findIndex(({ text }) => text === '<');
        const name = (open === -1 ? part : part.slice(0, open)).map(({ text }) => text).join('');
        const found = this.find(name, type);
        const given = open === -1 ? [] : splitAt(part.slice(open + 1, -1), ',');
        const list = found && child(found.node, 'TypeParameters');
        const formal =
          list === undefined || found === undefined
            ? []
            : splitAt(tokensIn(found.file.source, list).slice(1, -1), ',');
        const names = formal.map((one, index): [string, string] => [
          one.find(({ kind }) => kind === 'word')?.text ?? '',
          typeText(given[index] ?? [], generics) || 'Object',
        ]);
        return {
          ...{ text: typeText(part, generics), isClass: clause === 'Superclass' },
          ...{ type: found, generics: new Map(names) },
        };
      });
    });
  }

  /** Superclasses and interfaces as users see them: one that they cannot name is passed over. */
  heritage(
    type: JavaType,
    generics: Generics,
    depth = 0,
  ): { extends: string[]; implements: string[] } {
    const all = this.supers(type, generics).map((one) => {
      if (one.type === undefined || isNameable(one.type) || depth > MAX_DEPTH)
        return one.isClass || type.node.name === 'InterfaceDeclaration'
          ? { extends: [one.text], implements: [] }
          : { extends: [], implements: [one.text] };
      const hidden = this.heritage(one.type, one.generics, depth + 1);
      return one.isClass
        ? hidden
        : { extends: [], implements: [...hidden.extends, ...hidden.implements] };
    });
    const sorted = (texts: string[]): string[] => [...new Set(texts)].sort();
    return {
      extends: sorted(all.flatMap((one) => one.extends)),
      implements: sorted(all.flatMap((one) => one.implements)),
    };
  }

  /** Visible members with those of the workspace's supertypes: Pull Up Method changes nothing. */
  members(type: JavaType, generics: Generics, depth = 0): JavaMember[] {
    const own = declaredMembers(
      type,
      typeParameters(type.file.source, type.node, generics).generics,
    );
    const keys = new Set(own.map(({ key }) => key));
    if (depth > MAX_DEPTH) return own;
    const within = typeParameters(type.file.source, type.node, generics).generics;
    const inherited = this.supers(type, within).flatMap((one) =>
      one.type === undefined ? [] : this.inherited(one.type, one.generics, depth + 1),
    );
    const result = [...own];
    for (const member of inherited) {
      if (keys.has(member.key)) continue;
      keys.add(member.key);
      result.push(member);
    }
    return result;
  }

  private inherited(type: JavaType, generics: Generics, depth: number): JavaMember[] {
    const own = declaredMembers(type, generics).filter(({ kind }) => kind !== 'constructor');
    if (depth > MAX_DEPTH) return own;
    const above = this.supers(type, generics).flatMap((one) =>
      one.type === undefined ? [] : this.inherited(one.type, one.generics, depth + 1),
    );
    return [...own, ...above];
  }
}
