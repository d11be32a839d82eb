import ts from 'typescript';

const FLAGS = ts.NodeBuilderFlags.NoTruncation | ts.NodeBuilderFlags.IgnoreErrors;

// Which file of the workspace a type stands in is no part of the API.
const OWN_MODULE = /import\("\.\/(?!node_modules\/)[^"]*"\)/g;

/** What a parameter's default is when the checker knows it as a literal; undefined otherwise. */
function literalDefault(
  checker: ts.TypeChecker,
  initializer: ts.Expression,
): ts.Expression | undefined {
  if (initializer.kind === ts.SyntaxKind.NullKeyword) return ts.factory.createNull();
  const type = checker.getTypeAtLocation(initializer);
  const node =
    type.flags & ts.TypeFlags.Literal ? checker.typeToTypeNode(type, undefined, FLAGS) : undefined;
  return node !== undefined && ts.isLiteralTypeNode(node) ? node.literal : undefined;
}

/** The text of types and signatures, equal for equal types: unions and members are sorted. */
export class TypePrinter {
  private readonly printer = ts.createPrinter({
    removeComments: true,
    newLine: ts.NewLineKind.LineFeed,
  });
  private readonly scratch = ts.createSourceFile('types.ts', '', ts.ScriptTarget.ESNext);

  constructor(
    private readonly checker: ts.TypeChecker,
    /** Absolute folder of the workspace: types name its modules, the listing does not. */
    private readonly root: string,
  ) {}

  /** A type's text; an alias's own meaning with `expand`. */
  type(type: ts.Type, expand = false): string {
    const flags = expand ? FLAGS | ts.NodeBuilderFlags.InTypeAlias : FLAGS;
    const node = this.checker.typeToTypeNode(type, undefined, flags);
    return node === undefined ? 'unknown' : this.text(node);
  }

  /** `(a: string, b?: number = 10): void`; construct signatures start with `new`. */
  signature(signature: ts.Signature, construct: boolean): string {
    const kind = construct ? ts.SyntaxKind.ConstructSignature : ts.SyntaxKind.CallSignature;
    const node = this.checker.signatureToSignatureDeclaration(signature, kind, undefined, FLAGS);
    if (node === undefined) return '()';
    return this.text(this.withDefaults(node, signature)).replace(/;$/, '');
  }

  /** `<T extends object>`, or nothing without type parameters. */
  typeParameters(parameters: readonly ts.TypeParameter[] | undefined): string {
    const nodes = (parameters ?? []).flatMap((parameter) => {
      const node = this.checker.typeParameterToDeclaration(parameter, undefined, FLAGS);
      return node === undefined ? [] : [this.text(node)];
    });
    return nodes.length === 0 ? '' : `<${nodes.join(', ')}>`;
  }

  /** ` = 10` for a literal default, else nothing. */
  defaultOf(parameter: ts.ParameterDeclaration): string {
    if (parameter.initializer === undefined) return '';
    const literal = literalDefault(this.checker, parameter.initializer);
    return literal === undefined ? '' : ` = ${this.text(literal)}`;
  }

  private withDefaults(node: ts.SignatureDeclaration, signature: ts.Signature): ts.Node {
    const parameters = node.parameters.map((parameter, index) => {
      const declaration = signature.parameters[index]?.valueDeclaration;
      const given =
        declaration !== undefined && ts.isParameter(declaration) ? declaration : undefined;
      const initializer = given?.initializer && literalDefault(this.checker, given.initializer);
      const name = ts.isIdentifier(parameter.name) ? parameter.name : `arg${index}`;
      return ts.factory.createParameterDeclaration(
        undefined,
        parameter.dotDotDotToken,
        name,
        parameter.questionToken,
        parameter.type,
        initializer,
      );
    });
    return ts.isConstructSignatureDeclaration(node)
      ? ts.factory.createConstructSignature(node.typeParameters, parameters, node.type)
      : ts.factory.createCallSignature(node.typeParameters, parameters, node.type);
  }

  private text(node: ts.Node): string {
    const sorted = ts.visitNode(node, (inner) => this.sort(inner)) ?? node;
    return this.print(sorted)
      .replaceAll(`${this.root}/`, './')
      .replace(OWN_MODULE, 'import(".")')
      .replace(/\s+/g, ' ')
      .trim();
  }

  private print(node: ts.Node): string {
    return this.printer.printNode(ts.EmitHint.Unspecified, node, this.scratch);
  }

  private sort(node: ts.Node): ts.Node {
    const visited = ts.visitEachChild(node, (child) => this.sort(child), undefined);
    if (ts.isUnionTypeNode(visited))
      return ts.factory.createUnionTypeNode(this.inOrder(visited.types, (type) => type));
    if (
      ts.isTypeLiteralNode(visited) &&
      visited.members.every((member) => member.name !== undefined)
    )
      // By name alone: the overloads of a method keep their order, which has a meaning.
      return ts.factory.createTypeLiteralNode(this.inOrder(visited.members, (m) => m.name ?? m));
    return visited;
  }

  private inOrder<T extends ts.Node>(nodes: readonly T[], key: (node: T) => ts.Node): T[] {
    return nodes
      .map((node) => ({ node, text: this.print(key(node)) }))
      .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
      .map(({ node }) => node);
  }
}
