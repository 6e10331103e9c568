import type { FilterValue } from '@tessera/core/native-filters/emit';
import type { ColumnKind } from '@tessera/core/table';
import { parseValue } from '../../../../controls/filter-input.ts';

/** Values of any type as the texts that fields go by: a JSON text each, and what was typed as it is. */
export function keyOf(value: FilterValue): string {
  return JSON.stringify(value);
}

/** The value of a key: one that is offered or chosen, else what the typed text is in a column of the kind. */
export function valueOf(key: string, known: readonly FilterValue[], kind: ColumnKind | undefined): FilterValue {
  const found = known.find((value) => keyOf(value) === key);
  return found === undefined ? parseValue(key, kind) : found;
}
