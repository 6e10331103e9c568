import { expect, test } from 'vitest';
import { keepLastId, readLastId } from './last-event-id.ts';

test('[9.0-32] the last event id is stored under a key of its own and read by the next page', () => {
  const kept = new Map<string, string>([['other', '1']]);
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  expect(readLastId(() => store)).toBeNull();
  keepLastId(() => store, '1700000000000-3');
  expect([readLastId(() => store), [...kept]]).toEqual([
    '1700000000000-3',
    [
      ['other', '1'],
      ['last_async_event_id', '1700000000000-3'],
    ],
  ]);
});

test('a storage that is full, forbidden or filled by others is none', () => {
  const broken = (): never => {
    throw new DOMException('no', 'SecurityError');
  };
  expect(() => keepLastId(broken, '1-0')).not.toThrow();
  expect([readLastId(broken), readLastId(() => ({ getItem: () => '<script>', setItem: () => undefined }))]).toEqual([
    null,
    null,
  ]);
});
