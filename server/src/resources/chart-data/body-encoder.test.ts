import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesOf, textOf } from '../../chart-data/values/chunks.ts';
import { createBodyEncoder } from './body-encoder.ts';

const answerOf = (letter: string, length = 4000) => [
  Buffer.from(JSON.stringify({ data: Array.from({ length: length / 20 }, (_, row) => ({ [letter]: row * 7919 })) })),
];

test('an answer that is given again is the same body, in each encoding', async () => {
  const { encode, bytes } = createBodyEncoder({ maxBytes: 1_000_000 });
  const answer = answerOf('a');
  await encode([answer], 'br');
  expect(bytes()).toBe(0);
  const [second, crowd] = await Promise.all([encode([answer], 'br'), encode([answer], 'br')]);
  const third = await encode([answer], 'br');
  expect([crowd === second, third === second, (await encode([answer], undefined)).encoding]).toEqual([
    true,
    true,
    null,
  ]);
  expect(brotliDecompressSync(Buffer.concat(third.body)).toString()).toBe(`{"result":[${textOf(answer)}]}`);
  expect(bytes()).toBe(bytesOf(answer) + bytesOf(third.body) + `{"result":[]}`.length + bytesOf(answer));
});

test('what is cached stays below its budget', async () => {
  const { encode, bytes } = createBodyEncoder({ maxBytes: 50_000 });
  const answers = Array.from({ length: 40 }, (_, index) => answerOf(`column ${index}`));
  for (let round = 0; round < 3; round += 1) for (const answer of answers) await encode([answer], 'gzip, br');
  expect(bytes()).toBeGreaterThan(10_000);
  expect(bytes()).toBeLessThanOrEqual(50_000);
});

test('several answers are put together each time', async () => {
  const { encode, bytes } = createBodyEncoder({ maxBytes: 50_000 });
  for (let round = 0; round < 3; round += 1)
    expect(textOf((await encode([[Buffer.from('1')], [Buffer.from('2')]], 'br')).body)).toBe('{"result":[1,2]}');
  expect(bytes()).toBe(0);
});
