import { expect, test } from 'vitest';
import { errorText, userText, statusLook, subjectsOf, whatText } from './query-text.ts';

const nothing = {
  dataset_id: null,
  dataset_name: null,
  dataset: null,
  chart_id: null,
  chart: null,
  dashboard_id: null,
  dashboard: null,
};

test('what a query was about is a link while it is there, and a name after that', () => {
  const hostile = '"><img src=x onerror=alert(1)>';
  expect(
    subjectsOf({
      ...nothing,
      dataset_id: 3,
      dataset_name: 'flights',
      dataset: { is_deleted: false },
      chart_id: 7,
      chart: { slice_name: hostile, is_deleted: false },
      dashboard_id: 9,
      dashboard: { dashboard_title: '', is_deleted: false },
    }),
  ).toEqual({
    dataset: { text: 'flights', href: '/dataset/3/' },
    chart: { text: hostile, href: '/explore/?slice_id=7' },
    dashboard: { text: '#9', href: '/tessera/dashboard/9/' },
  });
  expect(
    subjectsOf({
      ...nothing,
      dataset_id: 3,
      dataset_name: 'flights',
      chart_id: 7,
      dashboard_id: 9,
      dashboard: { dashboard_title: 'Old', is_deleted: true },
    }),
  ).toEqual({
    dataset: { text: 'flights (deleted)', href: null },
    chart: { text: '#7 (deleted)', href: null },
    dashboard: { text: 'Old (deleted)', href: null },
  });
  expect(subjectsOf(nothing)).toEqual({ dataset: null, chart: null, dashboard: null });
});

test('users have names, and guests what the server calls them', () => {
  expect(userText({ user: { first_name: 'Ada', last_name: 'Lovelace' }, username: 'ada' })).toBe('Ada Lovelace');
  expect(userText({ user: { first_name: '', last_name: '' }, username: 'ada' })).toBe('ada');
  expect(userText({ user: null, username: 'guest' })).toBe('guest');
});

test.each([
  [{ source: 'chart', kind: 'full' }, 'Query'],
  [{ source: 'download', kind: 'full' }, 'Download'],
  [{ source: 'sql', kind: 'full' }, 'SQL editor'],
  [{ source: 'chart', kind: 'drill_detail' }, 'Query · detail rows'],
  [{ source: 'other', kind: 'new_kind' }, 'other · new_kind'],
])('%j is reported as "%s"', (row, text) => {
  expect(whatText(row)).toBe(text);
});

test('a failure has words, its code where there are none, and a sentence where it was the server', () => {
  const failed = { status: 'failed', error_code: 'source_column_missing', error: 'No column "x"' };
  expect(errorText(failed)).toBe('No column "x"');
  expect(errorText({ ...failed, error: null })).toBe('source_column_missing');
  expect(errorText({ ...failed, error: null, error_code: 'internal' })).toContain('fault of the server');
  expect(errorText({ ...failed, status: 'stopped' })).toBeNull();
});

test('a status that this version does not know is shown as it is', () => {
  expect(statusLook('failed')).toEqual({ label: 'Failed', tone: 'danger' });
  expect(statusLook('constructor')).toEqual({ label: 'constructor', tone: 'neutral' });
});
