import { isSymbol, type Token } from '../sql-safety/tokens.ts';

/** What stands between two round brackets, or outside of all. */
export type Region = {
  /** The place of the bracket that opens it; -1 outside of all. */
  readonly open: number;
  /** The place of the bracket that closes it, or the end of the text. */
  readonly end: number;
};

export type Brackets = {
  /** What a token stands in; a bracket stands in what is around it. */
  readonly around: (at: number) => Region;
  /** What the bracket at this place opens. @throws RangeError where none opens */
  readonly within: (open: number) => Region;
  /** Behind the bracket that closes the one at this place. @throws RangeError where none opens */
  readonly behind: (open: number) => number;
};

/** The round brackets of a statement, read once: texts of a megabyte may be nothing but brackets. */
export function bracketsOf(tokens: readonly Token[]): Brackets {
  type Open = { open: number; end: number };
  const region = (open: number): Open => ({ open, end: tokens.length });
  const around: Region[] = [];
  const opened = new Map<number, Region>();
  const open = [region(-1)];
  for (const [at, token] of tokens.entries()) {
    if (isSymbol(token, ')')) {
      const closed = open.pop();
      if (closed) closed.end = at;
      if (open.length === 0) open.push(region(-1));
    }
    around.push(open.at(-1) ?? region(-1));
    if (isSymbol(token, '(')) {
      const inner = region(at);
      opened.set(at, inner);
      open.push(inner);
    }
  }
  const within = (at: number): Region => {
    const found = opened.get(at);
    if (!found) throw new RangeError(`no bracket opens at ${at}`);
    return found;
  };
  return {
    around: (at) => around[at] ?? region(-1),
    within,
    behind: (at) => Math.min(within(at).end + 1, tokens.length),
  };
}
