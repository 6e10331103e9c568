import { parseExactJson } from '@tessera/core/exact-json';
import { readShownResult } from '@tessera/viz/read-shown-result';
import type { Still } from './render-stills.ts';

/** A chart that was answered; nothing in it is a function, as it crosses to a thread. */
export type AnsweredStill = Omit<Still, 'results'> & {
  /** Answers of chart data, one per query, as JSON. */
  readonly answers: readonly string[];
  readonly rowLimits: readonly (number | null)[];
};

/** A chart with its answers read. @throws Error for what is no answer */
export function readStill({ answers, rowLimits, ...still }: AnsweredStill): Still {
  return { ...still, results: answers.map((answer, at) => readAnswer(answer, rowLimits[at] ?? null)) };
}

function readAnswer(text: string, rowLimit: number | null): Still['results'][number] {
  const json: unknown = parseExactJson(text);
  const read = readShownResult(json);
  const facts = typeof json === 'object' && json !== null ? (json as Readonly<Record<string, unknown>>) : {};
  const count = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);
  const rowCount = count(facts['rowcount'], read.table.rowCount);
  return { ...read, sqlRowCount: count(facts['sql_rowcount'], rowCount), rowLimit };
}
