import { componentOf, type Layout } from '@tessera/core/layout/types';
import { readerTranslator } from '@tessera/core/messages';
import { drawSvg } from '@tessera/viz/draw-svg';
import { drawnOf } from '../../../chart/files/drawn.ts';
import type { Shown } from '../../../chart/use-chart.ts';
import type { Sheet, SheetPart } from './compose-sheet.ts';
import type { RowsInFile } from './rows-in-file.ts';

/** What a chart on the page shows now, by its placement, and how its rows come; null where a file holds none. */
export type ShownCharts = ReadonlyMap<
  string,
  { readonly shown: Shown | null; readonly rows: ((shown: Shown) => Promise<readonly RowsInFile[]>) | null }
>;

/**
 * Everything that is seen of the tabs that are drawn, as it lies on the page.
 *
 * @param root  the element that holds the components
 */
export async function collectSheet(
  root: HTMLElement,
  layout: Layout,
  charts: ShownCharts,
  said: Pick<Sheet, 'title' | 'filters'>,
): Promise<Sheet> {
  const origin = root.getBoundingClientRect();
  const style = getComputedStyle(root);
  // All of the page is read in this turn; pictures and rows come later.
  const parts: Promise<SheetPart>[] = [];
  for (const element of root.querySelectorAll<HTMLElement>('[data-component-id], [data-tab-heading]')) {
    const box = element.getBoundingClientRect();
    const place = { x: box.x - origin.x, y: box.y - origin.y, width: box.width, height: box.height };
    if (box.width === 0 || box.height === 0) continue;
    if (element.dataset['tabHeading'] !== undefined) parts.push(textPart(element, place, true));
    const component = componentOf(layout, element.dataset['componentId']);
    if (!component) continue;
    if (component.type === 'HEADER' || component.type === 'MARKDOWN')
      parts.push(textPart(element, place, component.type === 'HEADER'));
    if (component.type === 'CHART') parts.push(chartPart(element, place, charts.get(component.id)));
  }
  const theme = {
    page: getComputedStyle(document.body).backgroundColor,
    panel: colorOf(style, '--ts-panel'),
    hairline: colorOf(style, '--ts-hairline'),
    text: colorOf(style, '--ts-text'),
    muted: colorOf(style, '--ts-text-muted'),
    font: style.fontFamily,
  };
  return { ...said, width: origin.width, height: origin.height, theme, parts: await Promise.all(parts) };
}

type Place = Pick<SheetPart, 'x' | 'y' | 'width' | 'height'>;

function textPart(element: HTMLElement, place: Place, isHeading: boolean): Promise<SheetPart> {
  return Promise.resolve({ kind: 'text', ...place, isHeading, text: element.innerText.trim() });
}

async function chartPart(
  element: HTMLElement,
  place: Place,
  chart: ReturnType<ShownCharts['get']>,
): Promise<SheetPart> {
  const drawn = drawnOf(chart?.shown ?? null);
  const stage = element.querySelector('[data-chart-id]')?.getBoundingClientRect();
  const card = element.getBoundingClientRect();
  const title = element.querySelector('h2')?.innerText ?? '';
  const subtitle = element.querySelector<HTMLElement>('h2 + p')?.innerText ?? '';
  if (drawn === null) return { kind: 'chart', ...place, title, subtitle, drawing: null, rows: [] };
  const { picture, context } = drawn;
  const [svg, rows = []] = await Promise.all([
    drawSvg(picture.loaded.viz, picture.results, picture.form, context, readerTranslator()),
    chart?.rows?.(picture),
  ]);
  const componentId = element.dataset['componentId'];
  return {
    kind: 'chart',
    ...place,
    ...(componentId === undefined ? {} : { componentId }),
    title,
    subtitle,
    drawing: {
      svg,
      x: stage === undefined ? 0 : stage.x - card.x,
      y: stage === undefined ? 0 : stage.y - card.y,
      width: context.width,
      height: context.height,
    },
    rows,
  };
}

function colorOf(style: CSSStyleDeclaration, name: string): string {
  return style.getPropertyValue(name).trim();
}
