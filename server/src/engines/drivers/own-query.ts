import type { Page } from '../engine.ts';
import type { CompiledQuery } from '@tessera/query/structured-query';

/** What a query of a driver's own may take. */
export const INTROSPECTION = { timeoutMs: 30_000, maxRows: 100_000, maxBytes: 16 * 1024 * 1024 } as const;

/** A query of a driver's own, about schemas and the like: nobody else wrote any of it. */
export function ownQuery(text: string, parameters: readonly (string | null)[] = []): CompiledQuery {
  return { text, parameters: parameters.map((value) => ({ kind: 'value', value }) as const), written: [] };
}

/** By the names of the columns. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs a query of a driver's own. */
export type Rows = (
  sql: string,
  parameters: readonly (string | null)[],
  signal: AbortSignal,
) => Promise<readonly Row[]>;

/** The part of a list that is read; it comes ordered. */
export function pageOf({ limit, offset }: Page): string {
  return `LIMIT ${Math.trunc(limit)} OFFSET ${Math.trunc(offset)}`;
}

/** A cell that is a text; empty ones say nothing. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A cell that is a list of texts as JSON; none where it is no list. */
export function textsOf(json: unknown): readonly string[] {
  const parsed: unknown = typeof json === 'string' ? JSON.parse(json) : [];
  return Array.isArray(parsed) ? parsed.map(String) : [];
}
