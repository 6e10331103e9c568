import { expect, test } from 'vitest';
import { instantOf, localOf, readSpan, spanLabel, spanText, timeFilters } from './list-time.ts';

test('a span up to now is asked by the clock of the server, one between instants by them', () => {
  expect(timeFilters('start_time', '3600')).toEqual([{ col: 'start_time', opr: 'newer_than', value: '3600' }]);
  expect(timeFilters('start_time', '2026-03-02T10:00Z~2026-03-02T11:00Z')).toEqual([
    { col: 'start_time', opr: 'gt', value: '2026-03-02T10:00Z' },
    { col: 'start_time', opr: 'lt', value: '2026-03-02T11:00Z' },
  ]);
  expect(timeFilters('start_time', '~2026-03-02T11:00Z')).toEqual([
    { col: 'start_time', opr: 'lt', value: '2026-03-02T11:00Z' },
  ]);
});

test('a span is read back from its text', () => {
  const span = { from: '2026-03-02T10:00Z', to: '' };
  expect(readSpan(spanText(span))).toEqual(span);
  expect(readSpan('3600')).toBeNull();
});

test.each(['2026-03-02T10:00', '2026-07-31T23:59', '0900-01-01T00:00'])(
  'the field shows %s again after it went through the address',
  (local) => {
    expect(localOf(instantOf(local))).toBe(local);
  },
);

test('an empty field is no instant, and nonsense no date', () => {
  expect([instantOf(''), localOf(''), localOf('soon')]).toEqual(['', '', '']);
});

test('a span has words, and nonsense stays what was written', () => {
  const at = instantOf('2026-03-02T10:00');
  expect(spanLabel(`${at}~`)).toMatch(/^from .*2026.*10:00/);
  expect(spanLabel(`~${at}`)).toMatch(/^until .*2026.*10:00/);
  expect(spanLabel(`${at}~${instantOf('2026-03-02T11:30')}`)).toMatch(/10:00.*11:30/);
  for (const nonsense of ['~', 'soon~later', '12', `${instantOf('2026-03-02T11:30')}~${at}`])
    expect(spanLabel(nonsense)).toBe(nonsense);
});
