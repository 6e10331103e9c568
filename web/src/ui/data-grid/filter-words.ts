import { epochOfText } from '@tessera/core/epoch-of-text';
import { numberText, t, tn } from '@tessera/core/messages';
import { isDecimal } from '@tessera/core/numeric-cell';
import type { ColumnKind } from '@tessera/core/table';
import { valueText } from './cell-text.ts';
import type { Bound, ColumnFilter, TextTest } from './row-filters.ts';

/** A filter in words, behind the name of its column. */
export function filterText(filter: ColumnFilter, kind: ColumnKind): string {
  switch (filter.kind) {
    case 'null':
      return filter.isNull ? t('is null') : t('is not null');
    case 'text':
      return textWords(filter.test, filter.text);
    case 'range':
      return rangeText(boundText(filter.from, kind), boundText(filter.to, kind));
    case 'values': {
      const values = [...(filter.hasNull ? [null] : []), ...filter.values];
      const [only] = values;
      const isOne = values.length === 1 && only !== undefined;
      if (filter.isExcluding)
        return isOne
          ? t('is not %s', valueName(only))
          : tn('without 1 value', 'without %(count)s values', values.length);
      return isOne ? t('is %s', valueName(only)) : tn('is 1 value', 'is one of %(count)s values', values.length);
    }
  }
}

/** A value as it is called where values are chosen. */
export function valueName(text: string | null): string {
  if (text === null) return 'null';
  return text === '' ? t('(empty text)') : text;
}

/** A bound as it is typed. */
export function boundText(bound: Bound | null, kind: ColumnKind): string {
  if (bound === null) return '';
  return kind === 'temporal' ? valueText(bound, kind) : String(bound);
}

const DAY_MS = 86_400_000;

/** The bound that a text means: null for none, undefined for a text that is no bound. A day reaches to its end. */
export function boundOf(text: string, kind: ColumnKind, side: 'from' | 'to'): Bound | null | undefined {
  const written = text.trim();
  if (written === '') return null;
  if (kind !== 'temporal') return isDecimal(written) ? written : undefined;
  const epochMs = epochOfText(written);
  if (Number.isNaN(epochMs)) return undefined;
  return side === 'to' && /^\d{4}-\d\d-\d\d$/.test(written) ? epochMs + DAY_MS - 1 : epochMs;
}

function rangeText(from: string, to: string): string {
  if (from === '') return t('to %s', to);
  return to === '' ? t('from %s', from) : t('from %(from)s to %(to)s', { from, to });
}

function textWords(test: TextTest, text: string): string {
  switch (test) {
    case 'contains':
      return t('contains "%s"', text);
    case 'lacks':
      return t('does not contain "%s"', text);
    case 'is':
      return t('is %s', valueName(text));
    case 'starts':
      return t('begins with "%s"', text);
    case 'ends':
      return t('ends with "%s"', text);
  }
}

/** What a figure of the browser holds for, where rows are missing; `null` where none is. */
export function scopeText(cutAt: number | null, found: number | null): string | null {
  if (found !== null && cutAt !== null)
    return tn('of the one row found in the first %(limit)s', 'of %(count)s rows found in the first %(limit)s', found, {
      limit: numberText(cutAt),
    });
  if (found !== null) return tn('of the one row found', 'of the %(count)s rows found', found);
  return cutAt === null ? null : tn('of the first row', 'of the first %(count)s rows', cutAt);
}
