import ts from 'typescript';
import { exportsOf, resolveAlias, WHOLE_MODULE } from './exports.js';
import { heritage, type HeritageContext } from './heritage.js';
import { hasJsDocType, inJavaScript, isModuleLevel, literalType } from './javascript.js';
import type { TypePrinter } from './printer.js';
import { isWrittenAsFunction, signaturesText } from './signatures.js';
import {
  constructorModifier,
  isClass,
  isOwn,
  isPrivate,
  isTypeOnly,
  memberModifiers,
} from './visibility.js';

const MAX_DEPTH = 6;

/** What a module lister needs of its program; `root` is the workspace, absolute. */
export interface SymbolContext extends HeritageContext {
  printer: TypePrinter;
}

/** Collects the lines of one entry module. */
export class ModuleLister {
  readonly lines: string[] = [];
  private readonly open = new Set<ts.Symbol>();

  constructor(
    private readonly entry: string,
    private readonly context: SymbolContext,
  ) {}

  /** Lists a module's exports below `prefix` (`''` or `name.`). */
  module(symbol: ts.Symbol, prefix: string): void {
    const { checker, root } = this.context;
    for (const [name, exported] of exportsOf(symbol, checker, root))
      this.exported(exported, `${prefix}${name}`);
  }

  private add(kind: string, path: string, signature: string): void {
    this.lines.push(`${this.entry} ${kind} ${path}: ${signature.trim() || '-'}`);
  }

  private exported(symbol: ts.Symbol, path: string): void {
    const { checker, root } = this.context;
    if (isPrivate(symbol)) return;
    const target = resolveAlias(symbol, checker);
    const typeOnly = isTypeOnly(symbol, checker);
    if (!isOwn(target, root)) this.add(typeOnly ? 'type' : 'const', path, 'external');
    else if (this.open.has(target) || this.open.size > MAX_DEPTH)
      this.add('const', path, 'circular');
    else {
      this.open.add(target);
      this.types(target, path);
      if (!typeOnly) this.values(target, path);
      else if (isClass(target)) this.class(target, path, true);
      else if (target.flags & ts.SymbolFlags.Enum) this.enum(target, path, 'type-only ');
      this.open.delete(target);
    }
  }

  private types(symbol: ts.Symbol, path: string): void {
    const { checker, printer } = this.context;
    if (symbol.flags & ts.SymbolFlags.Interface && !isClass(symbol)) this.interface(symbol, path);
    if (symbol.flags & ts.SymbolFlags.TypeAlias) {
      const declaration = symbol.declarations?.find(ts.isTypeAliasDeclaration);
      const parameters = (declaration?.typeParameters ?? [])
        .map((node) => checker.getTypeAtLocation(node))
        .filter((type) => type.isTypeParameter());
      const type = printer.type(checker.getDeclaredTypeOfSymbol(symbol), true);
      this.add('type', path, `${printer.typeParameters(parameters)}${type}`);
    }
  }

  private values(symbol: ts.Symbol, path: string): void {
    const { flags } = symbol;
    if (isClass(symbol)) this.class(symbol, path, false);
    else if (flags & ts.SymbolFlags.Enum) this.enum(symbol, path, '');
    else if (flags & (ts.SymbolFlags.Value & ~ts.SymbolFlags.ValueModule)) this.value(symbol, path);
    else if (flags & ts.SymbolFlags.Module) this.add('namespace', path, '');
    if (flags & ts.SymbolFlags.Module && path !== WHOLE_MODULE) this.module(symbol, `${path}.`);
  }

  private value(symbol: ts.Symbol, path: string): void {
    const { checker, printer } = this.context;
    const type = checker.getTypeOfSymbol(symbol);
    const calls = type.getCallSignatures();
    const shape = type.symbol as ts.Symbol | undefined;
    const plain = inJavaScript(symbol.valueDeclaration);
    if (shape !== undefined && isClass(shape) && type === checker.getTypeOfSymbol(shape))
      this.class(shape, path, false);
    else if (
      shape !== undefined &&
      shape.flags & ts.SymbolFlags.ValueModule &&
      calls.length === 0
    ) {
      this.add('namespace', path, '');
      this.module(shape, `${path}.`);
    } else if (plain && !hasJsDocType(symbol)) this.jsValue(symbol, type, path);
    else if (
      calls.length > 0 &&
      (type.getProperties().length === 0 || isWrittenAsFunction(symbol))
    ) {
      this.add('function', path, signaturesText(calls, false, checker, printer));
      if (!(symbol.flags & ts.SymbolFlags.Module)) this.nested(symbol, type, path);
    } else this.add('const', path, printer.type(type));
  }

  private jsValue(symbol: ts.Symbol, type: ts.Type, path: string): void {
    const { checker, printer } = this.context;
    const calls = type.getCallSignatures();
    const shape = type.symbol as ts.Symbol | undefined;
    const literal = literalType(symbol, checker);
    const written = calls.every((signature) => isModuleLevel(signature.getDeclaration()));
    if (calls.length > 0 && written && this.isOwnShape(shape)) {
      this.add('function', path, signaturesText(calls, false, checker, printer));
      this.nested(symbol, type, path);
      this.prototypeMembers(shape, path);
    } else if (literal !== undefined) this.add('const', path, printer.type(literal));
    else if (shape !== undefined && isClass(shape)) this.add('const', path, shape.name);
    else if (
      (symbol.exports?.size ?? 0) > 0 ||
      (calls.length === 0 && this.isOwnShape(shape) && isModuleLevel(shape?.declarations?.[0]))
    ) {
      this.add('const', path, 'object');
      this.nested(symbol, type, path);
    } else this.add('const', path, 'value');
  }

  private isOwnShape(shape: ts.Symbol | undefined): boolean {
    return shape !== undefined && isOwn(shape, this.context.root);
  }

  private nested(symbol: ts.Symbol, type: ts.Type, path: string): void {
    if (path === WHOLE_MODULE) return;
    const members = new Map(type.getProperties().map((property) => [property.name, property]));
    symbol.exports?.forEach((property) => members.set(property.name, property));
    members.delete('prototype');
    for (const [name, member] of members)
      if (isOwn(member, this.context.root)) this.exported(member, `${path}.${name}`);
  }

  private prototypeMembers(shape: ts.Symbol | undefined, path: string): void {
    shape?.members?.forEach((member) => {
      if (member.flags & ts.SymbolFlags.Method) this.member(member, path, '');
    });
  }

  private enum(symbol: ts.Symbol, path: string, prefix: string): void {
    const constant = symbol.flags & ts.SymbolFlags.ConstEnum;
    this.add('enum', path, `${prefix}${constant ? 'const' : ''}`);
    symbol.exports?.forEach((member) => {
      const declaration = member.declarations?.find(ts.isEnumMember);
      if (declaration === undefined) return;
      const value = this.context.checker.getConstantValue(declaration);
      const text = value === undefined ? 'computed' : JSON.stringify(value);
      this.add('member', `${path}.${member.name}`, `= ${text}`);
    });
  }

  private interface(symbol: ts.Symbol, path: string): void {
    const { checker, printer } = this.context;
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const extras = [
      ...type.getCallSignatures().map((signature) => printer.signature(signature, false)),
      ...type.getConstructSignatures().map((signature) => printer.signature(signature, true)),
      ...checker
        .getIndexInfosOfType(type)
        .map((info) => `[${printer.type(info.keyType)}]: ${printer.type(info.type)}`),
    ];
    const head = [this.head(symbol, type), ...extras].filter((text) => text !== '');
    this.add('interface', path, head.join('; '));
    for (const property of type.getProperties()) this.member(property, path, '');
  }

  private head(symbol: ts.Symbol, type: ts.Type): string {
    const parameters = type.isClassOrInterface() ? type.typeParameters : undefined;
    const generic = this.context.printer.typeParameters(parameters);
    return `${generic}${heritage(symbol, this.context)}`.trim();
  }

  private class(symbol: ts.Symbol, path: string, typeOnly: boolean): void {
    const { checker, printer } = this.context;
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const modifiers = `${typeOnly ? 'type-only ' : ''}${memberModifiers(symbol)}`;
    this.add('class', path, `${modifiers}${this.head(symbol, type)}`);
    for (const property of type.getProperties()) this.member(property, path, '');
    if (typeOnly) return;
    const statics = checker.getTypeOfSymbol(symbol);
    const modifier = constructorModifier(symbol);
    if (modifier !== undefined) {
      const text = signaturesText(statics.getConstructSignatures(), true, checker, printer);
      this.add('constructor', path, `${modifier}${text}`);
    }
    for (const property of statics.getProperties())
      if (property.name !== 'prototype') this.member(property, path, 'static-');
  }

  private member(symbol: ts.Symbol, path: string, prefix: string): void {
    const { checker, printer, root } = this.context;
    if (isPrivate(symbol) || !isOwn(symbol, root)) return;
    const type = checker.getTypeOfSymbol(symbol);
    const optional = symbol.flags & ts.SymbolFlags.Optional ? '?' : '';
    const at = `${path}.${checker.symbolToString(symbol)}${optional}`;
    const modifiers = memberModifiers(symbol);
    const calls = checker.getNonNullableType(type).getCallSignatures();
    const inferred = inJavaScript(symbol.valueDeclaration) && !hasJsDocType(symbol);
    const method = inferred || (symbol.flags & ts.SymbolFlags.Method) !== 0;
    if (method && calls.length > 0 && isWrittenAsFunction(symbol)) {
      const text = signaturesText(calls, false, checker, printer);
      this.add(`${prefix}method`, at, `${modifiers}${text}`);
    } else {
      const text = inferred ? 'value' : printer.type(type);
      this.add(`${prefix}property`, at, `${modifiers}${text}`);
    }
  }
}
