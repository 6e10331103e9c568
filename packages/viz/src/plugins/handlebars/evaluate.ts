import { parse } from '@handlebars/parser';
import { t } from '@tessera/core/messages';
import { isBlockHelper, runBlock } from './blocks.ts';
import { helperNamed, type Helper } from './helpers.ts';
import {
  type Node,
  own,
  type Program,
  type Run,
  type Scope,
  spend,
  TemplateError,
  textOf,
  type Value,
  written,
} from './values.ts';

const STEPS = 300_000;
const CHARACTERS = 1_000_000;

/**
 * A template over values, as text of markup. Nothing is compiled: the tree of the template is walked, values are read
 * by their own keys alone, and only the helpers of this folder can be called.
 * @throws TemplateError
 */
export function evaluate(template: string, root: Value, around: Omit<Run, 'budget'>): string {
  const run: Run = { ...around, budget: { steps: STEPS, characters: CHARACTERS } };
  const program = read(template);
  return writeProgram(program, { value: root, parent: null, data: { root }, named: {} }, run);
}

function read(template: string): Program {
  try {
    return parse(template) as unknown as Program;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new TemplateError(text.split('\n')[0] ?? text);
  }
}

/** The text of a program in a scope. */
function writeProgram(program: Program | null | undefined, scope: Scope, run: Run): string {
  return (program?.body ?? []).map((node) => writeNode(node, scope, run)).join('');
}

function writeNode(node: Node, scope: Scope, run: Run): string {
  spend(run, 1);
  switch (node.type) {
    case 'ContentStatement':
      return written(String(node['value']), run);
    case 'CommentStatement':
      return '';
    case 'MustacheStatement': {
      const text = textOf(call(node, scope, run));
      return written(node['escaped'] === false ? text : escaped(text), run);
    }
    case 'BlockStatement':
      return writeBlock(node, scope, run);
    default:
      throw new TemplateError(t('%s is not available in templates.', node.type.replace('Statement', '')));
  }
}

function writeBlock(node: Node, scope: Scope, run: Run): string {
  const name = nameOf(node);
  const parts = { program: node['program'] as Program, inverse: node['inverse'] as Program | null };
  const { params, hash } = argumentsOf(node, scope, run);
  if (isBlockHelper(name)) return runBlock(name, params, hash, parts, scope, run, writeProgram);
  // Without a helper a block is a section: once for a value, for each of a list.
  const value = valueAt(node['path'] as Node, scope);
  return runBlock(Array.isArray(value) ? 'each' : 'with', [value], hash, parts, scope, run, writeProgram);
}

function call(node: Node, scope: Scope, run: Run): Value {
  const { params, hash } = argumentsOf(node, scope, run);
  const helper: Helper | undefined = helperNamed(nameOf(node));
  const hasArguments = params.length > 0 || Object.keys(hash).length > 0;
  const path = node['path'] as Node;
  if (!hasArguments) {
    const own = valueOf(path, scope, run);
    if (own !== undefined || !helper) return own;
  }
  if (!helper) throw new TemplateError(t('Missing helper: "%s"', nameOf(node)));
  return helper(params, hash, run);
}

function argumentsOf(node: Node, scope: Scope, run: Run) {
  const params = ((node['params'] ?? []) as readonly Node[]).map((param) => valueOf(param, scope, run));
  const pairs = ((node['hash'] as { readonly pairs?: readonly Node[] } | undefined)?.pairs ?? []).map(
    (pair) => [String(pair['key']), valueOf(pair['value'] as Node, scope, run)] as const,
  );
  return { params, hash: Object.fromEntries(pairs) };
}

function valueOf(node: Node, scope: Scope, run: Run): Value {
  spend(run, 1);
  switch (node.type) {
    case 'StringLiteral':
    case 'NumberLiteral':
    case 'BooleanLiteral':
      return node['value'];
    case 'NullLiteral':
      return null;
    case 'PathExpression':
      return valueAt(node, scope);
    case 'SubExpression':
      return call(node, scope, run);
    default:
      return undefined;
  }
}

/** The value of a path: names in scope, `this`, `../` and `@data`; only own keys of plain values. */
function valueAt(node: Node, scope: Scope): Value {
  const parts = ((node['parts'] ?? []) as readonly unknown[]).map(String);
  let at: Scope | null = scope;
  for (let up = Number(node['depth'] ?? 0); up > 0 && at; up -= 1) at = at.parent;
  if (!at) return undefined;
  const [first] = parts;
  if (node['data'] === true) return parts.slice(1).reduce<Value>(own, own(at.data, first ?? ''));
  if (first !== undefined && Object.hasOwn(at.named, first)) return parts.slice(1).reduce<Value>(own, at.named[first]);
  return parts.reduce<Value>(own, at.value);
}

function nameOf(node: Node): string {
  const path = node['path'] as Node;
  return typeof path['original'] === 'string' ? path['original'] : '';
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
