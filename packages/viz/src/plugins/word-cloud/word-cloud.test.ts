import { describe, expect, test } from 'vitest';
import type { RawForm } from '@tessera/core/form-data';
import { erase } from '../../erase.ts';
import { NO_INPUTS } from '../../inputs.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { overlaps, type PlacedWord, boundsOf, layOut } from './layout.ts';
import { wordCloud } from './index.ts';
import { parseForm } from '../../parse-form.ts';
import { wordCloudControls, wordCloudDefaults } from './controls.ts';
import { readWords } from './words.ts';

const viz = erase(wordCloud);
const form: RawForm = { series: 'word', metric: 'count' };
const words = Array.from({ length: 80 }, (_, at) => `${'abcdefghij'.slice(0, 2 + (at % 8))} ${at}`);
const result = () =>
  resultOf({ 'word:string': words, 'count:numeric': words.map((_, at) => Math.round(900 / (at + 1))) });

function cloudOf(rotation: string, width = 640, height = 340) {
  const own = parseForm(wordCloudControls, wordCloudDefaults, { ...form, rotation });
  const answer = result();
  return layOut(answer, readWords(answer, own, contextOf({})).words, own, { width, height });
}

function meets(placed: readonly PlacedWord[]): number {
  return placed.filter((one, at) => placed.some((other, after) => after > at && overlaps(one, other))).length;
}

describe.each(['flat', 'square', 'random'])('words laid out %s', (rotation) => {
  test('never lie over each other, nor over the edge', () => {
    const { placed, left } = cloudOf(rotation);
    expect([placed.length, left, meets(placed)]).toEqual([80, 0, 0]);
    for (const word of placed) {
      const { width, height } = boundsOf(word);
      expect(word.x - width / 2).toBeGreaterThanOrEqual(0);
      expect(word.y + height / 2).toBeLessThanOrEqual(340);
    }
  });

  test('have the same places each time', () => {
    expect(cloudOf(rotation)).toEqual(cloudOf(rotation));
  });
});

test('in a small area all words shrink alike, and those without a place are counted', () => {
  const { placed, left } = cloudOf('flat', 120, 60);
  expect(placed.length + left).toBe(80);
  expect(left).toBeGreaterThan(0);
  expect(placed[0]?.word.text).toBe(words[0]);
});

test('a word filters its column, null is IS NULL', () => {
  const results = [resultOf({ 'word:string': ['a', null], 'count:numeric': [2, 1] })];
  const [word, none] = viz.marks(results, form, contextOf({}));
  if (!word || !none) throw new Error('no words');
  const send = (mark: typeof word) => viz.select({ kind: 'select', mark, isAdded: false }, results, form, NO_INPUTS);
  expect(send(word)).toMatchObject({
    kind: 'data_mask',
    mask: { extraFormData: { filters: [{ col: 'word', op: 'IN', val: ['a'] }] } },
  });
  expect(send(none)).toMatchObject({ mask: { extraFormData: { filters: [{ col: 'word', op: 'IS NULL' }] } } });
  expect(viz.select({ kind: 'menu', mark: word }, results, form, NO_INPUTS)).toMatchObject({
    target: { by: { groupbyFieldName: 'series' } },
  });
});

test('rows without a value that has a size are a cause in words', () => {
  const cause = (values: readonly (number | null)[]) =>
    viz.whyEmpty([resultOf({ 'word:string': values.map(String), 'count:numeric': values })], form);
  expect([cause([null]), cause([-1])]).toEqual([
    'count has no value in any row.',
    'count is negative in every row, and a word has no negative size.',
  ]);
  expect(cause([1])).toBeNull();
});
