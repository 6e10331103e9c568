import { parseExactJson } from '@tessera/core/exact-json';
import type { QueryObject } from '@tessera/core/query-object';
import { readAnswer, type ChartResult } from '../chart-data.ts';

/** The picture of a chart that came with the page, and the answer that it shows. */
export type Painted = {
  readonly chartId: number;
  readonly componentId: string;
  /** What the page calls the question. */
  readonly key: string;
  /** px that the picture was drawn for. */
  readonly width: number;
  readonly height: number;
  readonly mode: 'light' | 'dark';
  readonly results: readonly ChartResult[];
};

type Page = { readonly charts: readonly Painted[]; readonly from: number };

/** What the server wrote beside the pictures; what cannot be read is none. */
export function readPainted(text: string): readonly Painted[] {
  try {
    const page = recordOf(parseExactJson(text));
    const mode = page['mode'] === 'dark' ? 'dark' : 'light';
    return listOf(page['charts']).flatMap((one) => {
      const { chartId, componentId, key, width, height, answers } = recordOf(one);
      if (typeof chartId !== 'number' || typeof componentId !== 'string' || typeof key !== 'string') return [];
      if (typeof width !== 'number' || typeof height !== 'number') return [];
      const queries = listOf(listOf(JSON.parse(key))[1]) as readonly QueryObject[];
      const results = readAnswer(200, { result: answers }, queries);
      // What `asShown` has to move first is asked for as if it had not come.
      if (results.some(({ moments }) => moments)) return [];
      return [{ chartId, componentId, key, width, height, mode, results }];
    });
  } catch {
    return [];
  }
}

/** Answers of a page are new for so long after it came: as long as any that the page asked for. */
const FRESH_MS = 60_000;

let page: Page | null = null;

function read(): Page {
  page ??= {
    charts: readPainted(
      typeof document === 'undefined' ? '' : (document.getElementById('first-paint-data')?.textContent ?? ''),
    ),
    from: Date.now(),
  };
  return page;
}

/** The answer to a question that came with the page. */
export function paintedAnswer(key: string): { readonly value: readonly ChartResult[]; readonly at: number } | null {
  const { charts, from } = read();
  const found = charts.find((one) => one.key === key);
  return found === undefined || Date.now() - from > FRESH_MS ? null : { value: found.results, at: from };
}

/** Charts that stand nowhere in the stored layout get places of these names on the server, and others on the page. */
const PLACED = '-placed-';

/** The picture that came for one place of a dashboard. */
export function paintedPlace(componentId: string, chartId: number | 'new'): Painted | null {
  const { charts } = read();
  const isPlaced = (one: Painted) => one.chartId === chartId && one.componentId.includes(PLACED);
  return charts.find((one) => one.componentId === componentId) ?? charts.find(isPlaced) ?? null;
}

/** The places that the page has pictures for. */
export function paintedIds(): readonly string[] {
  return read().charts.map(({ componentId }) => componentId);
}

const drawings = new Map<string, Element>();

/** A drawing to be put on the page, as the server made it; it stays when what the server wrote is taken away. */
export function drawingOf(componentId: string): Element | null {
  const known = drawings.get(componentId);
  if (known) return known;
  const drawing = document.querySelector(`[data-painted="${CSS.escape(componentId)}"] > svg`);
  if (drawing === null) return null;
  const copy = drawing.cloneNode(true) as Element;
  // The picture around it has the words.
  copy.removeAttribute('role');
  copy.setAttribute('aria-hidden', 'true');
  copy.querySelector('title')?.remove();
  drawings.set(componentId, copy);
  return copy;
}

/** Take away what the server wrote: the page shows the same, or something else. */
export function takeOver(): void {
  // A picture that comes on screen later is still to be had.
  for (const { componentId } of read().charts) drawingOf(componentId);
  document.getElementById('first-paint')?.remove();
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
