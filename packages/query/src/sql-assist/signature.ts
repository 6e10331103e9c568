import type { Catalog, FunctionEntry, FunctionSignature } from './catalog.ts';
import { groupsAt } from './levels.ts';
import type { Block } from './model.ts';
import { blockAt, parseFragment, queryAt } from './query.ts';
import { columnsOf } from './resolve.ts';
import { fragmentAt, type Script } from './script.ts';
import { isNamed, isRound, isSign, type Group, type Node } from './tree.ts';

/** The call that a cursor stands in, and which of its arguments. */
export type SignatureHelp = {
  /** Where its bracket opens. */
  readonly at: number;
  readonly name: string;
  readonly description: string | null;
  /** The forms of the call; `active` is the one that fits what is written. */
  readonly forms: readonly { readonly arguments: readonly string[]; readonly returns: string | null }[];
  readonly active: number;
  readonly argument: number;
};

/** What the call around a cursor takes; of INSERT … VALUES the columns that are filled. */
export function signatureAt(script: Script, at: number, catalog: Catalog): SignatureHelp | null {
  const { fragment, at: base } = fragmentAt(script, at);
  const { nodes, root } = parseFragment(fragment);
  const place = at - base;
  const block = blockAt(queryAt(root, place), place);
  const clause = block?.clauses.findLast(({ from }) => from <= place) ?? null;
  for (const { group, caller } of groupsAt(nodes, place, clause).around.toReversed()) {
    if (!isRound(group)) continue;
    const argument = group.items.filter((node) => isSign(node, ',') && node.to <= place).length;
    const entry = isNamed(caller) ? catalog.functions.get(caller.text.toLowerCase()) : undefined;
    if (entry && entry.signatures.length > 0) return helpOf(entry, base + group.from, argument);
    if (clause?.kind === 'values' && block) return valuesHelp(block, base + group.from, argument, catalog);
  }
  return null;
}

function helpOf({ name, description, signatures }: FunctionEntry, at: number, argument: number): SignatureHelp {
  const fits = signatures.findIndex(
    ({ arguments: list }) => argument < list.length || list.at(-1)?.isVariadic === true,
  );
  const active = fits === -1 ? Math.max(0, signatures.length - 1) : fits;
  const own = signatures[active]?.arguments ?? [];
  return {
    at,
    name,
    description,
    forms: signatures.map((signature) => ({ arguments: argumentTexts(signature), returns: signature.returns })),
    active,
    argument: own.at(-1)?.isVariadic ? Math.min(argument, own.length - 1) : argument,
  };
}

export function argumentTexts({ arguments: list }: FunctionSignature): readonly string[] {
  return list.map(({ name, type, isOptional, isVariadic }) => {
    const text = [name, ...(type === null ? [] : [type.toLowerCase()])].join(' ') + (isVariadic ? ' …' : '');
    return isOptional ? `[${text}]` : text;
  });
}

function valuesHelp(block: Block, at: number, argument: number, catalog: Catalog): SignatureHelp | null {
  const target = block.sources.find(({ path }) => path !== null);
  const insert = block.clauses.find(({ kind }) => kind === 'insert');
  if (!target?.path || !insert) return null;
  const list = insert.nodes.find((node): node is Group => isRound(node));
  const named = list?.items.filter((node: Node) => isNamed(node)).map((node) => nameText(node)) ?? [];
  const columns = columnsOf(target, block, catalog).columns;
  const names = named.length > 0 ? named : columns.map(({ name }) => name);
  if (names.length === 0) return null;
  const typed = names.map((name) => {
    const column = columns.find((each) => each.name.toLowerCase() === name.toLowerCase());
    return [column?.name ?? name, column?.type?.toLowerCase()].filter((part) => part != null).join(' ');
  });
  const name = target.path.names.at(-1)?.text ?? '';
  return { at, name, description: null, forms: [{ arguments: typed, returns: null }], active: 0, argument };
}

function nameText(node: Node): string {
  return node.kind === 'word' ? node.text.toLowerCase() : node.kind === 'name' ? node.text : '';
}
