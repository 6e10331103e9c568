import { expect, test } from 'vitest';
import type { Annotation } from '../api/annotation-layers.ts';
import { formOf, inputOf, problemsOf, timeText } from './annotation-form.ts';

const stored: Annotation = {
  id: 1,
  short_descr: 'Fair',
  long_descr: null,
  start_dttm: '2026-01-02T03:04:05.678Z',
  end_dttm: '2026-01-03T00:00:00.000Z',
  json_metadata: null,
  version: 3,
};
const moment: Annotation = { ...stored, end_dttm: stored.start_dttm };

test('a moment has no end in the form', () => {
  expect(formOf(stored)).toEqual({
    name: 'Fair',
    description: '',
    start: '2026-01-02T03:04:05',
    end: '2026-01-03T00:00:00',
    metadata: '',
  });
  expect(formOf(moment).end).toBe('');
});

test('name and start are needed, the end comes after the start, metadata are JSON', () => {
  expect(problemsOf(formOf(null))).toEqual({ name: 'cannot be empty', start: 'cannot be empty' });
  expect(problemsOf({ ...formOf(stored), end: '2026-01-01T00:00', metadata: '{' })).toEqual({
    end: 'The end is before the start.',
    metadata: 'This is no JSON.',
  });
  expect(problemsOf(formOf(stored))).toEqual({});
});

test('times that were not touched keep what the field does not show', () => {
  expect(inputOf({ ...formOf(stored), name: ' Show ' }, stored)).toEqual({
    short_descr: 'Show',
    long_descr: null,
    json_metadata: null,
  });
  expect(inputOf({ ...formOf(stored), end: '' }, stored)).toMatchObject({ end_dttm: null });
  expect(inputOf({ ...formOf(stored), start: '2026-01-01T00:00' }, stored)).toEqual({
    short_descr: 'Fair',
    long_descr: null,
    json_metadata: null,
    start_dttm: '2026-01-01T00:00Z',
  });
});

test('a moment that moves stays a moment', () => {
  expect(inputOf({ ...formOf(moment), start: '2026-05-01T00:00' }, moment)).toMatchObject({
    start_dttm: '2026-05-01T00:00Z',
    end_dttm: null,
  });
  expect(inputOf({ ...formOf(null), name: 'New', start: '2026-05-01T00:00' }, null)).toMatchObject({
    start_dttm: '2026-05-01T00:00Z',
    end_dttm: null,
  });
});

test('midnight needs no time of day', () => {
  expect([timeText('2026-01-03T00:00:00.000Z'), timeText(stored.start_dttm)]).toEqual([
    '2026-01-03',
    '2026-01-02 03:04:05',
  ]);
});
