import type { ProfileAnswer } from '@tessera/server/contract';
import type { ColumnProfile } from '../../../chart/column-profile.ts';

export type ProfileSource = { readonly dbId: number; readonly engine: string };

/** What a column of a table holds. */
export type TableColumnProfile = ColumnProfile & {
  /** Read from a part of the rows. */
  readonly isSample: boolean;
};

export function readProfile({ range, ...facts }: ProfileAnswer['result']): TableColumnProfile {
  const [low, high] = range ?? [];
  return { ...facts, range: low === undefined || high === undefined ? null : [low, high] };
}
