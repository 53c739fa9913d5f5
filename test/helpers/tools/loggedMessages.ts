import type { AnyNode, CallExpression, Function as FunctionNode } from 'acorn';
import { fullAncestor } from 'acorn-walk';
import { type ParsedSource, parseSource } from './parsedSource.ts';

const needingAPerson = ['warn', 'error', 'fatal'];

/** A message that a source may log; `…` stands for the variable parts. */
export type LoggedMessage = { readonly level: string; readonly text: string; readonly place: string };

type Visited = { readonly node: AnyNode; readonly ancestors: readonly AnyNode[] };

function isFunction(node: AnyNode): node is FunctionNode & AnyNode {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type);
}

function nameOf(node: AnyNode | null | undefined): string | undefined {
  return node?.type === 'Identifier' ? node.name : undefined;
}

/** Whether an expression is a logger: `log`, or a member such as `options.log`. */
function isLogger(node: AnyNode): boolean {
  return nameOf(node.type === 'MemberExpression' ? node.property : node) === 'log';
}

/** The name that a function is called by; undefined: none. */
function nameOfFunction(node: FunctionNode & AnyNode, parent: AnyNode | undefined): string | undefined {
  return nameOf(node.id) ?? (parent?.type === 'VariableDeclarator' ? nameOf(parent.id) : undefined);
}

/** Finds the texts that an expression can have. A parameter has the texts of the arguments in the same file. */
function textsIn(visited: readonly Visited[]) {
  const textsOf = (node: AnyNode | undefined, ancestors: readonly AnyNode[]): string[] | undefined => {
    if (!node) return undefined;
    if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : undefined;
    if (node.type === 'TemplateLiteral') return [node.quasis.map(({ value }) => value.cooked ?? '').join('…')];
    if (node.type === 'ConditionalExpression') {
      const [one, other] = [textsOf(node.consequent, ancestors), textsOf(node.alternate, ancestors)];
      return one && other && [...one, ...other];
    }
    const name = nameOf(node);
    if (!name) return undefined;
    for (const [index, owner] of [...ancestors.entries()].reverse())
      if (isFunction(owner)) {
        const position = owner.params.findIndex((parameter) => nameOf(parameter) === name);
        if (position >= 0) return argumentsAt(position, nameOfFunction(owner, ancestors[index - 1]));
      }
    const declared = visited.find((one) => one.node.type === 'VariableDeclarator' && nameOf(one.node.id) === name);
    return declared?.node.type === 'VariableDeclarator'
      ? textsOf(declared.node.init ?? undefined, declared.ancestors)
      : undefined;
  };

  const argumentsAt = (position: number, functionName: string | undefined): string[] | undefined => {
    const calls = visited.filter(
      (one): one is Visited & { readonly node: CallExpression & AnyNode } =>
        functionName !== undefined && one.node.type === 'CallExpression' && nameOf(one.node.callee) === functionName,
    );
    const found = calls.map(({ node, ancestors }) => textsOf(node.arguments[position], ancestors));
    return found.length > 0 && found.every((texts) => texts !== undefined) ? found.flat() : undefined;
  };
  return textsOf;
}

/** The expression of a property; undefined: the node has no such property. */
function propertyOf(node: AnyNode, name: string): AnyNode | undefined {
  if (node.type !== 'ObjectExpression') return undefined;
  const found = node.properties.find((property) => property.type === 'Property' && nameOf(property.key) === name);
  return found?.type === 'Property' ? found.value : undefined;
}

/**
 * The messages of some levels (without them, of warn and above) that a source file logs: by `log.error(…)`, or as an object with
 * `level` and `message`, which another file logs. Where a message cannot be read, its text is `undefined`.
 */
export function loggedMessages(
  file: string,
  source: string,
  levels: readonly string[] = needingAPerson,
): (Omit<LoggedMessage, 'text'> & { readonly text: string | undefined })[] {
  const { tree, placeOf }: ParsedSource = parseSource(file, source);
  const visited: Visited[] = [];
  fullAncestor(tree, (node, _state, ancestors) => {
    visited.push({ node: node as AnyNode, ancestors: ancestors.slice(0, -1) as AnyNode[] });
  });
  const textsOf = textsIn(visited);
  return visited.flatMap(({ node, ancestors }) => {
    const at = (wanted: readonly string[], message: AnyNode | undefined) =>
      wanted.flatMap((level) =>
        (textsOf(message, ancestors) ?? [undefined]).map((text) => ({ level, text, place: placeOf(node) })),
      );
    if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && isLogger(node.callee.object)) {
      const { computed, property } = node.callee;
      // `log[level]` with any level logs an object's message, found below.
      const methods = computed ? (textsOf(property, ancestors) ?? []) : [nameOf(property)];
      const wanted = levels.filter((level) => methods.includes(level));
      return at(wanted, node.arguments[node.arguments.length > 1 ? 1 : 0] as AnyNode | undefined);
    }
    const message = propertyOf(node, 'message');
    if (!message) return [];
    const named = textsOf(propertyOf(node, 'level'), ancestors) ?? [];
    const wanted = levels.filter((level) => named.includes(level));
    return wanted.length > 0 ? at(wanted, message) : [];
  });
}
