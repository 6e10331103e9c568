import { expect, test } from 'vitest';
import { resultOf } from '../testing/tables.ts';
import { comparedParts } from './incomplete.ts';

const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

test.each([
  // Ninety days before February, March and April begin on the third of November.
  { grain: 'P1M', cells: ['2024-02-01', '2024-03-01', '2024-04-01'], other: ['2023-11-03', '2024-02-01'], parts: [0] },
  { grain: 'P1M', cells: ['2024-02-01', '2024-03-01', '2024-04-01'], other: ['2023-11-01', '2024-02-01'], parts: [] },
  // A week before: the last days of January stand beside February, and all of March beside April.
  { grain: 'P1M', cells: ['2024-02-01', '2024-03-01', '2024-04-01'], other: ['2024-01-25', '2024-04-24'], parts: [0] },
  // Weeks are cut alike on both sides.
  {
    grain: 'P1W',
    cells: ['2024-01-29', '2024-02-26', '2024-04-29'],
    other: ['2023-02-02', '2023-05-03'],
    parts: [0, 2],
  },
  {
    grain: 'P1W/1970-01-04T00:00:00Z',
    cells: ['2024-02-04', '2024-05-05'],
    other: ['2023-02-02', '2023-05-01'],
    parts: [0],
  },
  { grain: 'P1D', cells: ['2024-02-01'], other: ['2023-11-03', '2024-02-01'], parts: [] },
])('by $grain the other time $other is cut at $parts', ({ grain, cells, other: [from = '', to = ''], parts }) => {
  const result = {
    ...resultOf({ 'date:temporal': cells.map(at) }),
    fromMs: at('2024-02-01'),
    toMs: at('2024-05-01'),
    compared: [{ offset: 'then', fromMs: at(from), toMs: at(to) }],
  };
  const form = { x_axis: 'date', time_grain_sqla: grain };
  expect([...(comparedParts(cells.map(at), result, form).get('then') ?? [])]).toEqual(parts);
  expect(comparedParts(cells.map(at), { ...result, fromMs: null }, form).get('then')?.size).toBe(0);
  expect(comparedParts(cells.map(at), result, { ...form, x_axis: 'city' }).size).toBe(0);
});
