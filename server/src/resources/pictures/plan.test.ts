import { translate } from '@tessera/core/messages';
import { LRUCache } from 'lru-cache';
import { expect, test, vi } from 'vitest';
import { timedOut } from '../../engines/admission/deadline.ts';
import { anonymous } from '../../principal.ts';
import { layoutOf } from '../../testing/content.ts';
import type { ChartDataService } from '../chart-data/service.ts';
import { collectAsked, collectCached } from './collect.ts';
import { planOf, type Pictured } from './plan.ts';
import { sheetRequest } from './sheet-request.ts';

const ids = Array.from({ length: 50 }, (_, at) => at + 1);
const layoutWith = (charts: readonly number[], meta: object = {}) =>
  JSON.stringify(layoutOf(charts), (key, value: unknown) =>
    key === 'meta' && typeof value === 'object' ? { ...value, height: 20, ...meta } : value,
  );
const pictured = (charts: readonly number[], positions: string): Pictured => ({
  id: 1,
  title: 'Sales',
  settings: null,
  positions,
  charts: charts.map((id) => ({
    id,
    uuid: `00000000-0000-4000-8000-0000000000${String(id).padStart(2, '0')}`,
    slice_name: `Chart ${id}`,
    viz_type: 'big_number_total',
    form_data: { viz_type: 'big_number_total', metric: 'count' },
    datasource: '1__table',
    datasource_id: 1,
  })),
  datasets: [],
});
const asked = { mode: 'light' as const, translator: translate() };

test('[attack 109] a chart that the reader may not see is on no picture, nor is its name there', async () => {
  const plan = await planOf(pictured([2], layoutWith([1, 2], { sliceNameOverride: 'Secret' })), 'screenshot');
  expect(plan.cards.map(({ title, question }) => [title, question !== null])).toEqual([
    ['', false],
    ['Secret', true],
  ]);
  const alone = await planOf(pictured([], layoutWith([1], { sliceNameOverride: 'Secret' })), 'screenshot');
  const drawn = sheetRequest(alone, [null], asked, 1);
  const { catalogue: _, ...shown } = drawn;
  expect(JSON.stringify(shown)).not.toContain('Secret');
  expect(drawn.cards[0]?.words).toBe('This chart is not shared with you, or was deleted.');
});

test('[attack 110] a picture asks forty charts at most, a small one those in sight, each chart once', async () => {
  const whole = await planOf(pictured(ids, layoutWith(ids)), 'screenshot');
  expect(whole.cards.filter(({ question }) => question !== null)).toHaveLength(40);
  const small = await planOf(pictured(ids, layoutWith(ids)), 'thumbnail');
  expect(small.cards).toHaveLength(12);
  const answers = vi.fn<ChartDataService['answers']>(async () => [[Buffer.from('{}')]]);
  const needs = {
    data: { answers, cachedAnswers: async () => null },
    failed: new LRUCache<string, number>({ max: 9 }),
  };
  const { signal } = new AbortController();
  const twice = { ...small, cards: [...small.cards, ...small.cards] };
  const found = await collectAsked({ ...needs, now: () => 1e9 }, anonymous, twice, { signal });
  expect([answers.mock.calls.length, found.answers.length, found.missing.length]).toEqual([12, 24, 0]);
});

test('[attack 110] a chart that cannot be answered rests, and too large an answer is left out', async () => {
  const plan = await planOf(pictured([1, 2], layoutWith([1, 2])), 'thumbnail');
  const large = Buffer.alloc(5 * 1_048_576, 'x');
  let count = 0;
  const answers = vi.fn<ChartDataService['answers']>(async () => {
    count += 1;
    if (count === 1) throw timedOut(10);
    return [[large]];
  });
  const failed = new LRUCache<string, number>({ max: 9 });
  const needs = { data: { answers, cachedAnswers: async () => null }, failed, now: () => 1e9 };
  const { signal } = new AbortController();
  const found = await collectAsked(needs, anonymous, plan, { signal });
  expect(found).toEqual({ answers: [null, null], missing: [] });
  expect((await collectCached(needs, anonymous, plan, signal)).missing).toHaveLength(1);
  expect((await collectCached({ ...needs, now: () => 2e9 }, anonymous, plan, signal)).missing).toHaveLength(2);
});
