import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeFor } from '../../../api/own-storage.ts';
import { readWritten, write } from './written-over.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  storeFor(null);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('texts over a result are there again when their user is, and for nobody else', () => {
  storeFor(1);
  write('query a', 'SELECT * FROM result WHERE x > 1');
  write('grid a', { sort: null });
  storeFor(2);
  expect(readWritten('query a')).toBeUndefined();
  storeFor(1);
  expect([readWritten('query a'), readWritten('grid a')]).toEqual(['SELECT * FROM result WHERE x > 1', undefined]);
});

test('the newest texts are stored, as many as have room; whatever else is stored is passed over', () => {
  storeFor(1);
  for (const name of ['old', 'new']) write(name, 'x'.repeat(120_000));
  write('short', 'y');
  storeFor(2);
  storeFor(1);
  expect([readWritten('old'), readWritten('new')?.toString().length, readWritten('short')]).toEqual([
    undefined,
    120_000,
    'y',
  ]);
  for (const text of ['{', 'null', '7', '[1, null, [1, 2], ["a", null], ["a"]]']) {
    stored.set('tessera.sql.over.3', text);
    storeFor(3);
    expect(readWritten('a')).toBeUndefined();
    storeFor(1);
  }
});
