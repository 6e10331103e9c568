import type { RawForm } from '@tessera/core/form-data';
import { readList, readText } from '../control-kinds/read.ts';

/** The shifts that a form asks; without a way of comparing they say nothing. */
export function offsetsOf(form: RawForm): readonly string[] {
  return readText(form['comparison_type']) === undefined ? [] : readList(form['time_compare'], readText);
}

/** How the times are compared; older charts say `absolute` for the difference. */
export function comparisonOf(form: RawForm): string {
  const type = readText(form['comparison_type']) ?? 'values';
  return type === 'absolute' ? 'difference' : type;
}
