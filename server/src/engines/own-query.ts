import type { CompiledQuery } from '@tessera/query/structured-query';

/** What a query of a driver's own may take. */
export const INTROSPECTION = { timeoutMs: 30_000, maxRows: 100_000 } as const;

/** A query of a driver's own, about schemas and the like: nobody else wrote any of it. */
export function ownQuery(text: string, parameters: readonly (string | null)[] = []): CompiledQuery {
  return { text, parameters: parameters.map((value) => ({ kind: 'value', value }) as const), written: [] };
}
