import { t } from '@tessera/core/messages';
import { defineKind } from './kind.ts';
import { complainOfNumber } from './number-text.ts';
import { readInteger, toNumber } from './read.ts';

/** How many rows the query returns at most. */
export type RowLimitControl = {
  readonly kind: 'row_limit';
  readonly choices: readonly number[];
  readonly default: number | null;
};

export const rowLimit = defineKind<RowLimitControl, number | null>({
  read: readInteger,
  empty: (control) => control.default,
  initial: (control) => control.default,
  complain: (value, _, { maxRowLimit }) => {
    const complaints = complainOfNumber(value, 'integer');
    if (complaints.length > 0) return complaints;
    const rows = toNumber(value) ?? 0;
    if (rows < 0) return [t('cannot be negative')];
    return rows > maxRowLimit ? [t('Value cannot exceed %s', maxRowLimit)] : [];
  },
});
