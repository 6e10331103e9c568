import type { ChartContext } from '../../define.ts';
import { t } from '@tessera/core/messages';
import { svgElement, svgRoot, svgText } from '../../shared/markup.ts';
import { cutMiddle } from '../../shared/text.ts';
import type { TableColumn, TableModel } from './model.ts';

const ROW_HEIGHT = 32;
const HEADER_HEIGHT = 34;
const PADDING = 10;

/** The first rows of a table as an SVG document; says how many more there are. */
export function tableSvg(model: TableModel, context: ChartContext): string {
  const { theme } = context;
  const footer = model.totals === null ? 0 : ROW_HEIGHT;
  const room = Math.max(1, Math.floor((model.height - HEADER_HEIGHT - footer) / ROW_HEIGHT));
  const rows = model.rowCount > room ? room - 1 : model.rowCount;
  const columns = placed(model);
  const parts: string[] = columns.map(({ column, x, width }) =>
    textCell(column.label, column, x, width, HEADER_HEIGHT / 2, {
      'font-size': 12,
      'font-weight': 600,
      fill: theme.textMuted,
    }),
  );
  parts.push(line(HEADER_HEIGHT, model.width, theme.zeroLine));
  for (let row = 0; row < rows; row += 1) {
    const top = HEADER_HEIGHT + row * ROW_HEIGHT;
    for (const { column, index, x, width } of columns) {
      const cell = model.cell(row, index);
      if (cell.background)
        parts.push(
          svgElement('rect', {
            x,
            y: top + 1,
            width,
            height: ROW_HEIGHT - 1,
            fill: cell.background.color,
            'fill-opacity': cell.background.strength * 0.4,
          }),
        );
      if (cell.bar)
        parts.push(
          svgElement('rect', {
            x: x + 3 + cell.bar.start * (width - 6),
            y: top + 5,
            width: Math.max(1, cell.bar.width * (width - 6)),
            height: ROW_HEIGHT - 10,
            rx: 2,
            fill: cell.bar.color,
            'fill-opacity': 0.16,
          }),
        );
      parts.push(
        textCell(cell.text, column, x, width, top + ROW_HEIGHT / 2, {
          'font-size': 13,
          fill: cell.isEmpty ? theme.textMuted : theme.text,
          ...(column.isNumeric ? { style: 'font-variant-numeric:tabular-nums' } : {}),
        }),
      );
    }
    parts.push(line(top + ROW_HEIGHT, model.width, theme.hairline));
  }
  const end = HEADER_HEIGHT + rows * ROW_HEIGHT;
  const { totals } = model;
  if (totals !== null) {
    for (const { column, index, x, width } of columns) {
      const text = totals[index] || (index === 0 ? t('Total') : '');
      parts.push(
        textCell(text, column, x, width, end + ROW_HEIGHT / 2, {
          'font-size': 13,
          'font-weight': 600,
          fill: theme.text,
        }),
      );
    }
  }
  const hidden = model.rowCount - rows;
  if (hidden > 0)
    parts.push(
      svgText(t('%s more rows', hidden), {
        x: PADDING,
        y: end + footer + ROW_HEIGHT / 2,
        'dominant-baseline': 'central',
        'font-size': 12,
        fill: theme.textMuted,
      }),
    );
  return svgRoot(model.width, model.height, theme.fontFamily, model.description, parts.join(''));
}

type Placed = { readonly column: TableColumn; readonly index: number; readonly x: number; readonly width: number };

/** Columns from the left, as many as fit; the last one may be cut. */
function placed(model: TableModel): readonly Placed[] {
  let x = 0;
  return model.columns.flatMap((column, index) => {
    if (x >= model.width - 24) return [];
    const one = { column, index, x, width: Math.min(column.width, model.width - x) };
    x += column.width;
    return [one];
  });
}

function textCell(
  text: string,
  column: TableColumn,
  x: number,
  width: number,
  y: number,
  attributes: Readonly<Record<string, string | number>>,
): string {
  const size = Number(attributes['font-size']);
  const at = column.align === 'right' ? x + width - PADDING : column.align === 'center' ? x + width / 2 : x + PADDING;
  const anchor = column.align === 'right' ? 'end' : column.align === 'center' ? 'middle' : 'start';
  return svgText(cutMiddle(text, width - 2 * PADDING, size), {
    x: at,
    y,
    'text-anchor': anchor,
    'dominant-baseline': 'central',
    ...attributes,
  });
}

function line(y: number, width: number, color: string): string {
  return svgElement('path', { d: `M0 ${y - 0.5}H${width}`, stroke: color, fill: 'none' });
}
