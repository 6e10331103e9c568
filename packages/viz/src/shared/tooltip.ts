import { t } from '@tessera/core/messages';
import type { ChartContext, Currency } from '../define.ts';
import { escapeMarkup } from './markup.ts';

export type TooltipRow = {
  readonly name: string;
  readonly value: string;
  /** The number behind `value`, for the order; null goes last. */
  readonly amount: number | null;
  readonly color: string | null;
  /** Share of the whole, ready to read. */
  readonly share?: string | null;
};

export type Tooltip = {
  readonly title: string;
  readonly rows: readonly TooltipRow[];
  readonly order: 'by_value' | 'as_given';
  readonly total?: string | null;
  /** Plain sentences below the table. */
  readonly notes?: readonly string[];
};

export const TOOLTIP_ROWS = 12;

/**
 * A measure as a tooltip says it. The adaptive format is short where there is little room (28.4k); who points at a mark
 * wants to know the number itself (28,413). A format that an author chose is used as it is.
 */
export function exactNumber(
  format: string,
  value: number | null,
  context: ChartContext,
  currency?: Currency | null,
): string {
  if (format !== 'SMART_NUMBER' || value === null || !Number.isFinite(value))
    return context.formatNumber(format, value, currency);
  const size = Math.abs(value);
  if (size >= 1e15 || (size > 0 && size < 0.001)) return context.formatNumber(format, value, currency);
  return context.formatNumber(size >= 1 || size === 0 ? ',.2~f' : ',.4~g', value, currency);
}

/**
 * A tooltip as a table: swatch, name, value, share. Only elements, classes and presentational attributes: a content
 * security policy without inline styles leaves it whole, and every text from a result is escaped.
 */
export function tooltipHtml(tooltip: Tooltip): string {
  const shown = chooseRows(tooltip);
  const hidden = tooltip.rows.length - shown.length;
  const hasShare = shown.some((row) => row.share);
  const body = shown.map((row) => rowHtml(row, hasShare)).join('');
  const more =
    hidden > 0
      ? `<tr class="ts-tip-more"><td></td><td colspan="3">${escapeMarkup(t('%s more', hidden))}</td></tr>`
      : '';
  const total = tooltip.total
    ? `<tr class="ts-tip-total"><td></td><td>${escapeMarkup(t('Total'))}</td><td align="right">${escapeMarkup(tooltip.total)}</td>${hasShare ? '<td></td>' : ''}</tr>`
    : '';
  const title = tooltip.title === '' ? '' : `<div class="ts-tip-title">${escapeMarkup(tooltip.title)}</div>`;
  const notes = (tooltip.notes ?? []).map((note) => `<div class="ts-tip-note">${escapeMarkup(note)}</div>`).join('');
  return `<div class="ts-tip">${title}<table class="ts-tip-table"><tbody>${body}${more}${total}</tbody></table>${notes}</div>`;
}

/** The rows that are shown: the greatest twelve, in the order asked for. */
export function chooseRows({ rows, order }: Pick<Tooltip, 'rows' | 'order'>): readonly TooltipRow[] {
  const byValue = rows
    .toSorted((a, b) => (b.amount ?? Number.NEGATIVE_INFINITY) - (a.amount ?? Number.NEGATIVE_INFINITY))
    .slice(0, TOOLTIP_ROWS);
  if (order === 'by_value') return byValue;
  const kept = new Set(byValue);
  return rows.filter((row) => kept.has(row));
}

function rowHtml(row: TooltipRow, hasShare: boolean): string {
  const swatch =
    row.color === null
      ? ''
      : `<svg width="10" height="10" aria-hidden="true"><rect width="10" height="10" rx="2" fill="${escapeMarkup(row.color)}"/></svg>`;
  const share = hasShare ? `<td align="right" class="ts-tip-share">${escapeMarkup(row.share ?? '')}</td>` : '';
  return `<tr><td>${swatch}</td><td class="ts-tip-name">${escapeMarkup(row.name)}</td><td align="right" class="ts-tip-value">${escapeMarkup(row.value)}</td>${share}</tr>`;
}
