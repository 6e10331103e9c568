import type { ChartContext } from '../../define.ts';
import { t, tn } from '@tessera/core/messages';
import type { Scene, Shape } from '../../scene/scene.ts';
import { cutMiddle } from '../../shared/text.ts';
import type { CellView, TableColumn, TableModel } from './model.ts';

const ROW_HEIGHT = 32;
const HEADER_HEIGHT = 34;
const PADDING = 10;

/** The first rows and columns of a table as shapes; says how many more there are. */
export function tableScene(model: TableModel, context: ChartContext): Scene {
  const { theme } = context;
  const footer = model.totals === null ? 0 : ROW_HEIGHT;
  const room = Math.max(1, Math.floor((model.height - HEADER_HEIGHT - footer) / ROW_HEIGHT));
  const columns = placed(model);
  const moreColumns = model.columns.length - columns.length;
  const rows = model.rowCount > room - (moreColumns > 0 ? 1 : 0) ? room - 1 : model.rowCount;
  const shapes: Shape[] = columns.map(({ column, x, width }) =>
    textCell(column.label, column, x, width, HEADER_HEIGHT / 2, { size: 12, weight: 600, fill: theme.textMuted }),
  );
  shapes.push(line(HEADER_HEIGHT, model.width, theme.zeroLine));
  for (let row = 0; row < rows; row += 1) {
    const top = HEADER_HEIGHT + row * ROW_HEIGHT;
    for (const place of columns) shapes.push(...cellShapes(model.cell(row, place.index), place, top, context));
    shapes.push(line(top + ROW_HEIGHT, model.width, theme.hairline));
  }
  const end = HEADER_HEIGHT + rows * ROW_HEIGHT;
  const { totals } = model;
  if (totals !== null) {
    for (const { column, index, x, width } of columns) {
      const text = totals[index] || (index === 0 ? t('Total') : '');
      const look = { size: 13, weight: 600, fill: theme.text } as const;
      shapes.push(textCell(text, column, x, width, end + ROW_HEIGHT / 2, look));
    }
  }
  const moreRows = model.rowCount - rows;
  const more = [
    ...(moreRows > 0 ? [tn('1 more row', '%(count)s more rows', moreRows)] : []),
    ...(moreColumns > 0 ? [tn('1 more column', '%(count)s more columns', moreColumns)] : []),
  ];
  if (more.length > 0)
    shapes.push({
      kind: 'text',
      text: more.join(' · '),
      x: PADDING,
      y: end + footer + ROW_HEIGHT / 2,
      baseline: 'central',
      size: 12,
      fill: theme.textMuted,
    });
  const { width, height, description } = model;
  return { width, height, description, fontFamily: theme.fontFamily, shapes };
}

/** The tint, the bar and the text of a cell. */
function cellShapes(
  cell: CellView,
  { column, x, width }: Placed,
  top: number,
  context: ChartContext,
): readonly Shape[] {
  const { theme } = context;
  const tint: readonly Shape[] = cell.background
    ? [
        {
          kind: 'rect',
          x,
          y: top + 1,
          width,
          height: ROW_HEIGHT - 1,
          fill: cell.background.color,
          fillOpacity: cell.background.strength * 0.4,
        },
      ]
    : [];
  const bar: readonly Shape[] = cell.bar
    ? [
        {
          kind: 'rect',
          x: x + 3 + cell.bar.start * (width - 6),
          y: top + 5,
          width: Math.max(1, cell.bar.width * (width - 6)),
          height: ROW_HEIGHT - 10,
          radius: 2,
          fill: cell.bar.color,
          fillOpacity: 0.16,
        },
      ]
    : [];
  const text = textCell(cell.text, column, x, width, top + ROW_HEIGHT / 2, {
    size: 13,
    fill: cell.isEmpty ? theme.textMuted : theme.text,
    ...(column.isNumeric ? { isTabular: true } : {}),
  });
  return [...tint, ...bar, text];
}

type Placed = { readonly column: TableColumn; readonly index: number; readonly x: number; readonly width: number };

/** Less of a text tells nothing. */
const LEAST_TEXT = 64;

/** Columns from the left, as many as fit. The last one may cut its texts, no numbers. The first is always there. */
function placed(model: TableModel): readonly Placed[] {
  const all: Placed[] = [];
  let x = 0;
  for (const [index, column] of model.columns.entries()) {
    const width = Math.min(column.width, model.width - x);
    const least = column.isNumeric ? column.width - 1 : Math.min(column.width, LEAST_TEXT);
    if (index > 0 && width < least) break;
    all.push({ column, index, x, width });
    x += column.width;
  }
  return all;
}

type TextLook = Pick<Extract<Shape, { kind: 'text' }>, 'size' | 'weight' | 'isTabular' | 'fill'>;

function textCell(text: string, column: TableColumn, x: number, width: number, y: number, look: TextLook): Shape {
  const at = column.align === 'right' ? x + width - PADDING : column.align === 'center' ? x + width / 2 : x + PADDING;
  const anchor = column.align === 'right' ? 'end' : column.align === 'center' ? 'middle' : 'start';
  return {
    kind: 'text',
    text: cutMiddle(text, width - 2 * PADDING, look.size),
    x: at,
    y,
    anchor,
    baseline: 'central',
    ...look,
  };
}

function line(y: number, width: number, color: string): Shape {
  return { kind: 'path', d: `M0 ${y - 0.5}H${width}`, stroke: color, fill: 'none' };
}
