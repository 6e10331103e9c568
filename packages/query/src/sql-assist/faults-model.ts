import type { Span } from './lexer.ts';

/** A change that mends something. */
export type Mend = Span & { readonly label: string; readonly insert: string };
/** What is wrong at a place, before a database was asked. */
export type Fault = Span & {
  /** A warning may be wrong: the database knows better. */
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly mends: readonly Mend[];
};
