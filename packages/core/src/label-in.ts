import { ownValue } from './own-value.ts';

/** Names on screen by name in the dataset. */
export type VerboseNames = Readonly<Record<string, string>>;

/** What a column is called on screen. */
export function labelIn(names: VerboseNames): (column: string) => string {
  return (column) => ownValue(names, column) ?? column;
}
