import { expect, test } from 'vitest';
import {
  draftOf,
  newDraft,
  problemsOf,
  referenceLine,
  storedOf,
  takenName,
  withOverride,
  withShift,
  withSource,
  withType,
} from './annotation-draft.ts';

const formula = { ...newDraft(), name: 'Target', value: '2x' };

test('a new layer is a formula without a name; each complaint stands at its field', () => {
  expect(problemsOf(newDraft(), [])).toEqual({ name: 'cannot be empty', value: 'cannot be empty' });
  expect(problemsOf(formula, ['Other'])).toEqual({});
  expect(problemsOf({ ...formula, name: ' Target ' }, ['Target'])).toEqual({ name: 'Another layer has this name.' });
  expect(problemsOf({ ...formula, value: 'x +' }, [])).toEqual({ value: 'the formula ends too early' });
  expect(problemsOf({ ...formula, color: 'reddish', width: 99 }, [])).toEqual({
    color: 'Invalid color',
    width: 'Give a width from 0 to 20.',
  });
});

test('a taken name is reported at once, an empty one only when it is to be saved', () => {
  expect(takenName({ ...formula, name: ' Target' }, ['Target'])).toEqual({ name: 'Another layer has this name.' });
  expect(takenName(formula, ['Other'])).toEqual({});
  expect(takenName(newDraft(), [''])).toEqual({});
});

test('a table chart needs the columns that place its rows; an annotation layer knows them', () => {
  const event = { ...withType(formula, 'EVENT'), value: 3 };
  expect(problemsOf(event, [])).toEqual({});
  expect(problemsOf({ ...withSource({ ...event, annotationType: 'INTERVAL' }, 'table'), value: 3 }, [])).toEqual({
    timeColumn: 'cannot be empty',
    intervalEndColumn: 'cannot be empty',
  });
  expect(problemsOf({ ...withType(formula, 'TIME_SERIES'), value: 3 }, [])).toEqual({});
});

test('another type or source forgets what belonged to the old one', () => {
  const series = withType(formula, 'TIME_SERIES');
  expect(series).toMatchObject({ name: 'Target', sourceType: 'line', value: null, overrides: { time_range: null } });
  expect(withType({ ...series, timeColumn: 'a' }, 'EVENT')).toMatchObject({
    sourceType: 'NATIVE',
    value: null,
    overrides: {},
    timeColumn: '',
    showLabel: true,
  });
  expect(withType(series, 'FORMULA')).toMatchObject({ sourceType: '', value: '' });
});

test('[3.6-01] overrides: null follows the chart, none leaves the source, a shift is a text', () => {
  const series = withType(formula, 'TIME_SERIES');
  expect(withOverride(series, 'time_grain_sqla', true).overrides).toEqual({ time_range: null, time_grain_sqla: null });
  expect(withOverride(series, 'time_range', false).overrides).toEqual({});
  expect(withShift(series, '1 year').overrides).toEqual({ time_range: null, time_shift: '1 year' });
  expect(withShift(withShift(series, '1 year'), ' ').overrides).toEqual({ time_range: null });
});

test('what a saved layer holds besides stays; junk becomes a new layer', () => {
  const stored = { name: 'L', annotationType: 'EVENT', sourceType: 'NATIVE', value: '7', custom: 1 };
  expect(storedOf({ ...draftOf(stored), name: ' M ' }, stored)).toMatchObject({
    name: 'M',
    custom: 1,
    value: '7',
    style: 'solid',
    width: 1,
  });
  expect(draftOf({ annotationType: 'X' })).toEqual(newDraft());
});

test('a reference line is a level one at the mean of the chart, and a target once it is written', () => {
  const line = referenceLine(1234.56);
  expect(line).toMatchObject({ annotationType: 'FORMULA', value: '1230', style: 'dashed', show: true });
  expect(problemsOf(line, [])).toEqual({});
  expect(problemsOf(referenceLine(-0.000_412_7), [])).toEqual({});
  expect(referenceLine(null).value).toBe('0');
});

test('a formula that is a number nowhere says so; where the axis is known, nowhere on it', () => {
  const said = { value: 'This formula is a number nowhere on the x-axis.' };
  const of = (value: string) => ({ ...newDraft(), name: 'F', value });
  for (const value of ['log(-1)', 'x / 0 - x / 0', 'sqrt(-1 - x * x)', 'acos(2)'])
    expect(problemsOf(of(value), [])).toEqual(said);
  for (const value of ['sqrt(-x)', 'log(x - 900)', '1 / x', 'asin(x)', '0'])
    expect(problemsOf(of(value), [])).toEqual({});
  const days = { cells: [Date.UTC(2024, 0, 1), Date.UTC(2024, 0, 2)], isWhole: true };
  expect(problemsOf(of('sqrt(-x)'), [], days)).toEqual(said);
  expect(problemsOf(of('sqrt(-x)'), [], { ...days, isWhole: false })).toEqual({});
  // Names count by their position.
  expect(problemsOf(of('1 / x'), [], { cells: ['CA', 'TX'], isWhole: true })).toEqual({});
  expect(problemsOf(of('1 / x'), [], { cells: ['CA'], isWhole: true })).toEqual(said);
});
