import { existsSync, readdirSync } from 'node:fs';
import { SaxesParser } from 'saxes';
import { isRecord } from '@tessera/viz/control-kinds/read';
import type { ChartContext } from '@tessera/viz/define';
import { drawSvg } from '@tessera/viz/draw-svg';
import { plugins } from '@tessera/viz/registry';
import { contextOf } from '@tessera/viz/testing/golden';
import type { DrawCase } from '@tessera/viz/testing/draw-case';
import { HOSTILE_CORPUS, hostileCase } from '@tessera/viz/testing/hostile-corpus';
import { expect, test } from 'vitest';
import { toPng } from './to-png.ts';

const folder = new URL('../../../packages/viz/src/plugins/', import.meta.url);
/** What drawings are made of: nothing in it loads, links or runs. */
const ELEMENTS = new Set(
  (
    'svg g path rect circle ellipse line polyline polygon text tspan title desc defs clipPath linearGradient ' +
    'radialGradient stop pattern use mask'
  ).split(' '),
);
/** Tooltips are HTML, with a swatch before each name. */
const HTML = new Set('table tbody tr td th div span b br p strong small svg rect'.split(' '));
/** Characters of an alternative text: names are cut in it. */
const MOST_SAID = 2_000;

async function basicCases(): Promise<readonly DrawCase[]> {
  const found: DrawCase[] = [];
  for (const plugin of readdirSync(folder))
    for (const name of ['cases.ts', 'mixed-cases.ts']) {
      const file = new URL(`${plugin}/fixtures/${name}`, folder);
      if (!existsSync(file)) continue;
      const lists = Object.values((await import(file.href)) as Record<string, unknown>);
      found.push(...(lists.filter(Array.isArray).flat() as readonly DrawCase[]));
    }
  return found.filter(({ name }) => name === 'basic');
}

const basics = await basicCases();

test('the corpus is tried on every chart type', () => {
  const tried = new Set(basics.map(({ viz }) => viz.type));
  expect(Object.keys(plugins).filter((type) => !tried.has(type))).toEqual([]);
});

test.each(basics.map((basic) => ({ type: basic.viz.type, basic })))(
  '[attack 104] hostile names are text in $type: picture, alternative text and tooltips',
  async ({ basic }) => {
    for (let from = 0; from < HOSTILE_CORPUS.length; from += 4) {
      const hostile = hostileCase(basic, from);
      await hostile.viz.prepare(hostile.form);
      const context = contextOf(hostile);
      const svg = await drawSvg(hostile.viz, hostile.results, hostile.form, context);
      expect(faultsOf(svg, ELEMENTS)).toEqual([]);
      expect(() => toPng(svg, 80)).not.toThrow();
      expect(hostile.viz.describe(hostile.results, hostile.form, context).length).toBeLessThan(MOST_SAID);
      for (const html of tooltipsOf(hostile, context)) expect(faultsOf(`<div>${html}</div>`, HTML)).toEqual([]);
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  },
);

/** What is no drawing in a document: faults of its form, elements, handlers, and addresses beyond its own parts. */
function faultsOf(markup: string, allowed: ReadonlySet<string>): readonly string[] {
  const faults: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => void faults.push(error.message));
  parser.on('doctype', () => void faults.push('doctype'));
  parser.on('processinginstruction', () => void faults.push('instruction'));
  parser.on('opentag', ({ name, attributes }) => {
    if (!allowed.has(name)) faults.push(`<${name}>`);
    for (const [key, value] of Object.entries(attributes)) {
      const isAway = /^(?:xlink:)?(?:href|src)$/.test(key) && !value.startsWith('#');
      if (/^on/i.test(key) || isAway || /url\((?!['"]?#)/.test(value)) faults.push(`${name} ${key}="${value}"`);
    }
  });
  parser.write(markup).close();
  return faults;
}

/** What each formatter of a tooltip says of each mark; those that want more than a mark has are not asked. */
function tooltipsOf({ viz, results, form }: DrawCase, context: ChartContext): readonly string[] {
  if (viz.drawing.kind !== 'option') return [];
  const option: unknown = viz.drawing.toOption(results, form, context);
  if (!isRecord(option)) return [];
  const series = [option['series']].flat().filter(isRecord);
  const formatters = [option, ...series].flatMap(({ tooltip }) =>
    isRecord(tooltip) && typeof tooltip['formatter'] === 'function' ? [tooltip['formatter']] : [],
  );
  return formatters.flatMap((formatter) =>
    series.flatMap((one, seriesIndex) => {
      const data = [one['data'] ?? one['nodes']].flat().slice(0, HOSTILE_CORPUS.length);
      return data.flatMap((datum, dataIndex) => {
        const part = isRecord(datum) ? datum : {};
        const shared = { seriesIndex, dataIndex, seriesName: one['name'], seriesType: one['type'], data: datum };
        const mark = { ...shared, name: part['name'] ?? '', value: part['value'] ?? datum, percent: 10, marker: '' };
        return [mark, [mark]].flatMap((params) => said(formatter, params));
      });
    }),
  );
}

function said(formatter: unknown, params: unknown): readonly string[] {
  try {
    const html: unknown = (formatter as (params: unknown) => unknown)(params);
    return typeof html === 'string' ? [html.replaceAll('<br>', '<br/>').replaceAll('&nbsp;', ' ')] : [];
  } catch {
    return [];
  }
}
