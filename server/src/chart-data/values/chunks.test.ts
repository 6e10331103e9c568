import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '@tessera/core/fixtures/runs';
import { bytesOf, compact, createChunkWriter, textOf } from './chunks.ts';

const MIB = 1024 * 1024;

function written(texts: readonly string[]) {
  const { add, end } = createChunkWriter();
  for (const text of texts) add(text);
  return end();
}

test('whatever is added comes back as one text, whole characters each', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('é'.repeat(9000), '𝄞'.repeat(20_000), 'x'.repeat(40_000), '漢'.repeat(400_000)),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), (texts) => {
      const chunks = written(texts);
      const whole = texts.join('');
      expect([textOf(chunks) === whole, chunks.map(String).join('') === whole, bytesOf(chunks)]).toEqual([
        true,
        true,
        Buffer.byteLength(whole),
      ]);
    }),
    { numRuns: runs(40) },
  );
});

test('a big text is in chunks of a mebibyte, of which none holds memory that it does not use', () => {
  const chunks = written(Array.from({ length: 300_000 }, (_, row) => `{"row":${row}}`));
  expect(chunks.length).toBeGreaterThan(3);
  expect(Math.max(...chunks.map((chunk) => chunk.byteLength))).toBeLessThanOrEqual(MIB);
  for (const chunk of chunks) expect(chunk.byteLength).toBeGreaterThan(chunk.buffer.byteLength * 0.9);
});

test.each([1000, 17_000, 120_000, 200_000, 340_000, 360_000])(
  'rows of %i characters keep no more memory than they take',
  (length) => {
    const chunks = written(Array.from({ length: 20 }, () => 'x'.repeat(length)));
    expect(bytesOf(chunks)).toBe(20 * length);
    for (const chunk of chunks) expect(chunk.byteLength).toBeGreaterThan(chunk.buffer.byteLength * 0.9);
  },
);

test('small parts become one, big ones stay', () => {
  expect(compact([Buffer.from('a'), Buffer.from('b')]).map(String)).toEqual(['ab']);
  const big = [Buffer.from('a'), Buffer.alloc(MIB), Buffer.from('b')];
  expect(compact(big)).toBe(big);
});
