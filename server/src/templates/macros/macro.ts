import type { Lookup, LookupAnswer, TemplateData } from '../template-data.ts';

/** One call from a template: what stands in brackets, positional and named. */
export type Call = { readonly positional: readonly unknown[]; readonly named: ReadonlyMap<string, unknown> };

/** A reason that reaches the author of the template. Thrown by macros, never seen outside this folder. */
export class MacroError extends Error {
  override readonly name = 'MacroError';
}

/** What macros of one rendering share. */
export type MacroRun = {
  readonly data: TemplateData;
  readonly useCacheKey: (value: unknown) => void;
  readonly removeFilter: (column: string) => void;
  /** Notes that filters on the column are a part of what comes out. */
  readonly readFilter: (column: string) => void;
  /** A SQL fragment with values in the form that they need. */
  readonly pieceOf: (sql: string) => string;
  /**
   * The answer of a lookup; null in the round that asks for it.
   * @throws MacroError with the reason of a failed lookup
   */
  readonly lookUp: (lookup: Lookup) => Extract<LookupAnswer, { ok: true }>['value'];
};

export type Macro = (call: Call, run: MacroRun) => unknown;

/** The argument at a position or under a name; `undefined` where neither is given. */
export function argument(call: Call, position: number, name: string): unknown {
  return call.named.has(name) ? call.named.get(name) : call.positional[position];
}

/** @throws MacroError when a text is needed and something else is given */
export function textArgument(macro: string, call: Call, position: number, name: string): string {
  const value = argument(call, position, name);
  if (typeof value !== 'string') throw new MacroError(`${macro}: ${name} must be a text.`);
  return value;
}

export function flagArgument(call: Call, position: number, name: string, fallback: boolean): boolean {
  const value = argument(call, position, name);
  return typeof value === 'boolean' ? value : fallback;
}

export function optionalText(call: Call, position: number, name: string): string | null {
  const value = argument(call, position, name);
  return typeof value === 'string' ? value : null;
}
