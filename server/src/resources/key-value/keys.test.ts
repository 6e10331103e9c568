import { expect, test } from 'vitest';
import { canonicalJson, contentKey, plainKey, randomKey } from './keys.ts';

test('the same state gives the same eleven characters, whatever the order of its keys', () => {
  const key = contentKey('dashboard', { a: 1, b: { c: 2, d: [1, 2] } });
  expect(key).toMatch(/^[\w-]{11}$/);
  expect(contentKey('dashboard', { b: { d: [1, 2], c: 2 }, a: 1 })).toBe(key);
  expect(contentKey('dashboard', { b: { d: [2, 1], c: 2 }, a: 1 })).not.toBe(key);
  expect(contentKey('explore', { a: 1, b: { c: 2, d: [1, 2] } })).not.toBe(key);
});

test('canonical JSON keeps the order of lists and copes with hostile keys', () => {
  expect(canonicalJson(JSON.parse('{"b":[3,1],"__proto__":{"x":1},"a":null}'))).toBe(
    '{"__proto__":{"x":1},"a":null,"b":[3,1]}',
  );
});

test('a key is read with and without its old prefix', () => {
  expect([plainKey('kv:abc'), plainKey('abc')]).toEqual(['abc', 'abc']);
});

test('random keys carry at least 128 bits', () => {
  expect(randomKey()).toHaveLength(32);
  expect(randomKey()).not.toBe(randomKey());
});
