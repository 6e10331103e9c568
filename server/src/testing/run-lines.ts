import { parseExactJson } from '@tessera/core/exact-json';
import type { RunLine } from '../resources/sql-lab/schema.ts';

/** The lines of a run, parsed. */
export function runLines(body: string): readonly RunLine[] {
  return body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parseExactJson(line) as RunLine);
}

/** What came of one statement: names of its columns, rows by columns in one chunk, and its tail. */
export type StatementLines = {
  readonly names: readonly string[];
  readonly columns: readonly (readonly unknown[])[];
  readonly tail: Extract<RunLine, { tail: unknown }>['tail'] | null;
};

/** The results of a run, statement by statement. */
export function resultsIn(lines: readonly RunLine[]): readonly StatementLines[] {
  const results: { names: string[]; columns: unknown[][]; tail: StatementLines['tail'] }[] = [];
  for (const line of lines) {
    const last = results.at(-1);
    if ('head' in line)
      results.push({
        names: line.head.columns.map(({ name }) => name),
        columns: line.head.columns.map(() => []),
        tail: null,
      });
    else if ('rows' in line) line.columns.forEach((cells, index) => last?.columns[index]?.push(...cells));
    else if ('tail' in line && last) last.tail = line.tail;
  }
  return results;
}

/** How it ended. */
export function endIn(lines: readonly RunLine[]): string | null {
  const last = lines.at(-1);
  return last && 'end' in last ? last.end.status : null;
}

/** The query as the lines tell it last. */
export function queryIn(lines: readonly RunLine[]) {
  const found = lines.findLast((line) => 'query' in line);
  if (found === undefined || !('query' in found)) throw new Error('no line tells the query');
  return found.query;
}
