import { tn } from '@tessera/core/messages';
import { escapeMarkup } from '../shared/markup.ts';

export type TooltipRow = {
  readonly name: string;
  readonly value: string;
  /** The number behind `value`, for the order; null goes last. */
  readonly amount: number | null;
  readonly color: string | null;
  /** Share of the whole, ready to read. */
  readonly share?: string | null;
  /** From the pointer, in values of the axis; the nearest row is the one that is meant. */
  readonly distance?: number | undefined;
};

export type Tooltip = {
  readonly title: string;
  readonly rows: readonly TooltipRow[];
  readonly order: 'by_value' | 'as_given' | 'nearest';
  /** What the rows add up to, under a name that says so; left out where they do not add up. */
  readonly total?: { readonly name: string; readonly value: string } | null;
  /** Plain sentences below the table. */
  readonly notes?: readonly string[];
};

export const TOOLTIP_ROWS = 12;

/**
 * A tooltip as a table: swatch, name, value, share. Only elements, classes and presentational attributes: a content
 * security policy without inline styles leaves it whole, and every text from a result is escaped.
 */
export function tooltipHtml(tooltip: Tooltip): string {
  const shown = chooseRows(tooltip);
  const hidden = tooltip.rows.length - shown.length;
  const hasShare = shown.some((row) => row.share);
  const nearest = nearestOf(shown);
  const body = shown.map((row) => rowHtml(row, hasShare, row === nearest)).join('');
  const more =
    hidden > 0
      ? '<tr class="ts-tip-more"><td></td><td colspan="3">' +
        `${escapeMarkup(tn('+1 more', '+%(count)s more', hidden))}</td></tr>`
      : '';
  const total = tooltip.total
    ? `<tr class="ts-tip-total"><td></td><td>${escapeMarkup(tooltip.total.name)}</td><td align="right">` +
      `${escapeMarkup(tooltip.total.value)}</td>${hasShare ? '<td></td>' : ''}</tr>`
    : '';
  const title = tooltip.title === '' ? '' : `<div class="ts-tip-title">${shownText(tooltip.title)}</div>`;
  const notes = (tooltip.notes ?? []).map((note) => `<div class="ts-tip-note">${escapeMarkup(note)}</div>`).join('');
  return (
    `<div class="ts-tip">${title}<table class="ts-tip-table"><tbody>${body}${more}${total}</tbody></table>` +
    `${notes}</div>`
  );
}

/** A name may be a whole document; a tooltip of one would cover everything. */
const MOST_SHOWN = 500;

function shownText(text: string): string {
  return escapeMarkup(text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
}

/** The rows that are shown: the greatest twelve or the nearest ones, in the order asked for. */
export function chooseRows({ rows, order }: Pick<Tooltip, 'rows' | 'order'>): readonly TooltipRow[] {
  if (order === 'nearest')
    return rows.toSorted((a, b) => (a.distance ?? Infinity) - (b.distance ?? Infinity)).slice(0, TOOLTIP_ROWS);
  const greatest = rows
    .toSorted((a, b) => (b.amount ?? Number.NEGATIVE_INFINITY) - (a.amount ?? Number.NEGATIVE_INFINITY))
    .slice(0, TOOLTIP_ROWS);
  if (order === 'by_value') return greatest;
  const kept = new Set(greatest);
  return rows.filter((row) => kept.has(row));
}

/** The row that the pointer means; null where it could be any. */
function nearestOf(rows: readonly TooltipRow[]): TooltipRow | null {
  const placed = rows.filter(({ distance }) => distance !== undefined);
  if (placed.length < 2) return null;
  return placed.reduce((best, row) => ((row.distance ?? Infinity) < (best.distance ?? Infinity) ? row : best));
}

function rowHtml(row: TooltipRow, hasShare: boolean, isNearest: boolean): string {
  const swatch =
    row.color === null
      ? ''
      : '<svg width="10" height="10" aria-hidden="true"><rect width="10" height="10" rx="2" fill="' +
        `${escapeMarkup(row.color)}"/></svg>`;
  const share = hasShare ? `<td align="right" class="ts-tip-share">${escapeMarkup(row.share ?? '')}</td>` : '';
  return (
    `<tr${isNearest ? ' class="ts-tip-near"' : ''}><td>${swatch}</td><td class="ts-tip-name">` +
    `${shownText(row.name)}</td><td align="right" class="ts-tip-value">${escapeMarkup(row.value)}</td>${share}</tr>`
  );
}

/** Where the pointer is on the axis of values, as the browser tells a formatter; null where it says nothing. */
export function pointedValue(params: unknown): number | null {
  const first: unknown = Array.isArray(params) ? params[0] : params;
  const place = typeof first === 'object' && first !== null && 'pointer' in first ? first.pointer : null;
  const value: unknown = Array.isArray(place) ? place[1] : null;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** The distance of a row from the pointer, where that is known. */
export function awayFrom(pointed: number | null, value: number | null): { readonly distance?: number } {
  return pointed === null ? {} : { distance: value === null ? Infinity : Math.abs(value - pointed) };
}
