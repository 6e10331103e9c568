import type { RawForm } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from './define.ts';
import type { AnyViz } from './erase.ts';
import { nothingCame } from './layer/empty.ts';
import { svgElement, svgRoot, svgText } from './shared/markup.ts';
import { wrapLines } from './shared/text.ts';

const TITLE_SIZE = 13;
const TEXT_SIZE = 12;
const LINE = 1.4;
const MARGIN = 16;

/** What an answer that draws nothing says in place of a picture; null where it draws something. */
export function nothingToDraw(
  viz: AnyViz,
  results: readonly QueryResult[],
  raw: RawForm,
  context: ChartContext,
): { readonly title: string; readonly reason: string } | null {
  if (results.every(({ table }) => table.rowCount === 0)) return nothingCame(results, raw, context);
  const reason = viz.whyEmpty(results, raw);
  return reason === null ? null : { title: t('Nothing to draw'), reason };
}

/** These words as a picture, in the middle of it: a blank one looks like a fault. */
export function nothingSvg(
  { title, reason }: NonNullable<ReturnType<typeof nothingToDraw>>,
  { width, height, theme }: ChartContext,
): string {
  const room = Math.max(40, width - 2 * MARGIN);
  const titles = wrapLines(title, room, TITLE_SIZE);
  const reasons = height < MARGIN * 5 ? [] : wrapLines(reason, room, TEXT_SIZE, 3);
  const lines = [
    ...titles.map((text) => ({ text, size: TITLE_SIZE, fill: theme.text, weight: 600 })),
    ...reasons.map((text) => ({ text, size: TEXT_SIZE, fill: theme.textMuted, weight: 400 })),
  ];
  const high = lines.reduce((sum, { size }) => sum + size * LINE, 0);
  let y = (height - high) / 2;
  const words = lines.map(({ text, size, fill, weight }) => {
    y += size * LINE;
    const place = { x: width / 2, y: y - size * (LINE - 1), 'text-anchor': 'middle' };
    return svgText(text, { ...place, 'font-size': size, 'font-weight': weight, fill });
  });
  const ground = svgElement('rect', { width, height, fill: theme.surface });
  return svgRoot(width, height, theme.fontFamily, `${title}. ${reason}`, ground + words.join(''));
}
