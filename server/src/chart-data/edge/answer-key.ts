import { createHash } from 'node:crypto';
import type { ResultType } from '@tessera/core/query-object';
import { stableJson } from '@tessera/core/stable-json';
import type { Prepared } from '../plan/offsets/compare.ts';
import type { Presentation } from '../post-process/present/present.ts';
import type { View } from './redact.ts';

/** Everything that could make two answers from one cached result differ. */
export type AnswerIdentity = {
  readonly type: ResultType;
  readonly isCached: boolean;
  readonly timeoutSeconds: number;
  readonly view: View;
  readonly prepared: Pick<Prepared, 'readFilters'> & {
    readonly resolved: Pick<
      Prepared['resolved'],
      'steps' | 'columnOrder' | 'labels' | 'applied' | 'rejected' | 'range'
    >;
  };
  /** Of the runs that are joined; null for one run alone, which is the cached result itself. */
  readonly joined: string | null;
  readonly presentation: Presentation | undefined;
  readonly annotations: string;
};

/** The key of an answer among those that were made from one cached result: canonical JSON of what it depends on. */
export function answerKey({ prepared, view, annotations, ...identity }: AnswerIdentity): string {
  const { steps, columnOrder, labels, applied, rejected, range } = prepared.resolved;
  return stableJson(
    {
      ...identity,
      // Who sees no SQL gets the same, whatever rules they may read.
      sql: view.sql ? view.rules : null,
      steps,
      columnOrder,
      labels,
      applied,
      rejected,
      range,
      readFilters: prepared.readFilters,
      annotations: digestOf(annotations),
    },
    (integer) => `{"integer":"${integer}"}`,
  );
}

/** Annotations may be long; the key of an answer is not. */
function digestOf(text: string): string {
  return text === '{}' ? '' : createHash('sha256').update(text).digest('base64');
}
