import { availableWidth } from '@tessera/core/layout/widths';
import {
  componentOf,
  DEFAULT_HEIGHT,
  GRID_BASE_UNIT_PX,
  headerSizeOf,
  type Layout,
  type LayoutComponent,
  ROOT_ID,
} from '@tessera/core/layout/types';
import { escapeMarkup } from '@tessera/viz/shared/markup';
import type { DrawnStill } from '../../render/render-stills.ts';
import type { ChartItem } from '../charts/schema.ts';
import type { ReaderView } from './reader-view.ts';
import type { PaintedChart } from './painted-chart.ts';

type Painted = {
  readonly title: string;
  readonly layout: Layout;
  readonly charts: readonly Pick<ChartItem, 'id' | 'slice_name'>[];
  readonly view: ReaderView;
  readonly painted: readonly (Pick<PaintedChart, 'stage'> & { readonly picture: DrawnStill })[];
  /** Where the filters stand; null for none. */
  readonly filters: 'rail' | 'strip' | null;
};

/**
 * The dashboard as HTML, in the same places as on the live page (`first-paint.css` of the web app has its classes).
 * Everything that users wrote is text in it.
 */
export function paintedMarkup(page: Painted): string {
  const pictures = new Map(page.painted.map(({ stage, picture }) => [stage.componentId, picture]));
  const names = new Map(page.charts.map(({ id, slice_name: name }) => [id, name]));
  const write = (id: string): string => {
    const component = componentOf(page.layout, id);
    if (!component) return '';
    const { type, children } = component;
    const inner = () => children.map(write).join('');
    switch (type) {
      case 'ROOT':
        return inner();
      case 'ROW':
        return box(component, 'row', inner(), `--columns:${availableWidth(page.layout, id)}`);
      case 'GRID':
      case 'COLUMN':
      case 'TAB':
        return box(component, 'column', inner());
      case 'TABS':
        return box(component, 'tabs', tabBar(page.layout, component) + write(children[0] ?? ''));
      case 'CHART':
        return card(component, names.get(component.meta.chartId ?? 0), pictures.get(id));
      case 'MARKDOWN':
        return box(component, 'sized ts-paint-card', '', heightOf(component));
      case 'HEADER':
        return box(component, `heading ts-paint-${headerSizeOf(component)}`, text(component.meta.text ?? ''));
      case 'DIVIDER':
        return box(component, 'divider', '<hr>');
      case 'DYNAMIC':
        return '';
    }
  };
  const rail = page.filters === 'rail' ? '<div class="ts-paint-rail"></div>' : '';
  const strip = page.filters === 'strip' ? '<div class="ts-paint-strip"></div>' : '';
  return (
    `<div id="first-paint" class="ts-paint" data-mode="${page.view.mode}"><div class="ts-paint-bar"></div>` +
    `<div class="ts-paint-title"><h1>${text(page.title)}</h1></div>${strip}` +
    `<div class="ts-paint-body">${rail}<div class="ts-paint-room"><div class="ts-paint-canvas">${write(ROOT_ID)}` +
    '</div></div></div></div>'
  );
}

function card(component: LayoutComponent, name: string | undefined, picture: DrawnStill | undefined): string {
  const title = component.meta.sliceNameOverride ?? name ?? '';
  const note = picture && picture.note !== '' ? `<p>${text(picture.note)}</p>` : '';
  const stage = `<div class="ts-paint-stage" data-painted="${text(component.id)}">${picture?.svg ?? ''}</div>`;
  return box(
    component,
    'sized',
    `<article class="ts-paint-card"><h2>${text(title)}</h2>${stage}${note}</article>`,
    heightOf(component),
  );
}

function heightOf({ meta }: LayoutComponent): string {
  return `--height:${number(meta.height, DEFAULT_HEIGHT) * GRID_BASE_UNIT_PX}px`;
}

function tabBar(layout: Layout, { children, parents }: LayoutComponent): string {
  const names = children.map((id) => componentOf(layout, id)?.meta.text ?? '');
  const tabs = names.map((name, at) => `<span${at === 0 ? ' data-open' : ''}>${text(name)}</span>`).join('');
  return `<div class="ts-paint-tab-bar"${parents.at(-1) === ROOT_ID ? ' data-top' : ''}>${tabs}</div>`;
}

function box({ meta, type }: LayoutComponent, name: string, content: string, style = ''): string {
  const span = meta.width === undefined ? '' : `--span:${number(meta.width, 1)};`;
  const isWhite = meta.background === 'BACKGROUND_WHITE' && type !== 'TAB' ? ' data-white' : '';
  return `<div class="ts-paint-frame ts-paint-${name}"${isWhite} style="${span}${style}">${content}</div>`;
}

function number(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

function text(value: string): string {
  return escapeMarkup(value);
}
