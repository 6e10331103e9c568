import { LUMINANCE_CUTOFF, textColorOn } from '@tessera/core/colors/rgba';
import { expect, test } from 'vitest';
import { NUMBER_FORMATS, ROW_LIMITS, SERIES_LIMITS, SERIES_SORTS, TIME_FORMATS, TIME_GRAINS } from './choices.ts';
import { rowLimit } from './controls.ts';
import { createChartContext } from './context.ts';
import { cellLabel } from '../layer/labels.ts';

const values = (choices: readonly { readonly value: unknown }[]) => choices.map(({ value }) => value);

test('[9.0-05] row limits on offer, and their default', () => {
  expect(ROW_LIMITS).toEqual([10, 50, 100, 250, 500, 1000, 5000, 10_000, 50_000]);
  expect(rowLimit.default).toBe(10_000);
});

test('[9.0-06] series limits on offer', () => {
  expect(values(SERIES_LIMITS)).toEqual([5, 10, 25, 50, 100, 500]);
});

test('[9.0-09] what series can be sorted by', () => {
  expect(values(SERIES_SORTS)).toEqual(['name', 'sum', 'min', 'max', 'avg']);
});

test('[9.0-10] time grains and their names', () => {
  expect(TIME_GRAINS.map(({ label }) => label)).toEqual([
    'all',
    '5 seconds',
    '30 seconds',
    '1 minute',
    '5 minutes',
    '30 minutes',
    '1 hour',
    '6 hour',
    '1 day',
    '7 days',
    'week',
    'week starting Sunday',
    'week ending Saturday',
    'month',
    'quarter',
    'year',
  ]);
});

test('[9.0-17] number formats on offer, the adaptive one first', () => {
  expect(values(NUMBER_FORMATS)).toEqual([
    'SMART_NUMBER',
    '~g',
    ',d',
    '.1s',
    '.3s',
    ',.1%',
    '.2%',
    '.3%',
    '.4r',
    ',.1f',
    ',.2f',
    ',.3f',
    '+,',
    '$,.2f',
    'DURATION',
    'DURATION_SUB',
    'DURATION_COL',
    'MEMORY_DECIMAL',
    'MEMORY_BINARY',
    'MEMORY_TRANSFER_RATE_DECIMAL',
    'MEMORY_TRANSFER_RATE_BINARY',
  ]);
});

test('[9.0-18] date formats on offer, the adaptive one first', () => {
  expect(values(TIME_FORMATS)).toEqual([
    'smart_date',
    '%d/%m/%Y',
    '%m/%d/%Y',
    '%d.%m.%Y',
    '%Y-%m-%d',
    '%Y-%m-%d %H:%M:%S',
    '%d-%m-%Y %H:%M:%S',
    '%H:%M:%S',
  ]);
});

test('[9.0-20] labels on a colour turn dark above the luminance of 186', () => {
  expect(LUMINANCE_CUTOFF).toBe(186);
  expect(textColorOn({ r: 187, g: 187, b: 187, a: 1 })).toBe('#000000');
  expect(textColorOn({ r: 185, g: 185, b: 185, a: 1 })).toBe('#ffffff');
});

test('[9.0-21] values without a text of their own', () => {
  const context = createChartContext({ width: 100, height: 100, mode: 'light' });
  const label = (cell: string | boolean | null) => cellLabel(cell, 'string', context, 'smart_date');
  expect([label(''), label(null), label(true), label(false)]).toEqual(['<empty string>', '<NULL>', 'TRUE', 'FALSE']);
});
