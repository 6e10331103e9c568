import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { zip, type ZipEntry } from './zip.ts';

const entry = (name: string, ...texts: readonly string[]): ZipEntry => ({
  name,
  chunks: Readable.from(texts.map((text) => Buffer.from(text))),
});

async function bytesOf(entries: Iterable<ZipEntry>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of zip(entries)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('equal rows give equal bytes, and no more is asked for than was read', async () => {
  const order: string[] = [];
  const entries = function* (): Generator<ZipEntry, void> {
    for (const name of ['a', 'b', 'c']) {
      const first = entry(name, 'one', name.repeat(100_000));
      yield {
        name,
        chunks: (async function* () {
          order.push(`begin ${name}`);
          for await (const chunk of first.chunks) yield chunk;
          order.push(`end ${name}`);
        })(),
      };
    }
  };
  const [one, two] = [await bytesOf(entries()), await bytesOf(entries())];
  expect(one.equals(two)).toBe(true);
  expect(order.slice(0, 6)).toEqual(['begin a', 'end a', 'begin b', 'end b', 'begin c', 'end c']);
});

test('an entry that fails fails the archive', async () => {
  const broken = (async function* () {
    yield Buffer.from('x');
    throw new Error('the query broke');
  })();
  await expect(bytesOf([entry('a', 'whole'), { name: 'b', chunks: broken }])).rejects.toThrow('the query broke');
});

test('a slow reader is not run ahead of, and one that leaves ends the entry', async () => {
  const state = { made: 0, ended: false };
  const endless = (async function* () {
    try {
      // Bytes that do not shrink: what is made waits for what is read.
      for (; ; state.made += 1) yield randomBytes(65_536);
    } finally {
      state.ended = true;
    }
  })();
  const archive = zip([{ name: 'a', chunks: endless }]);
  for (let read = 0; read < 3; read += 1) await archive.next();
  const settled = { made: -1 };
  await expect
    .poll(() => {
      const isStill = settled.made === state.made;
      settled.made = state.made;
      return isStill;
    })
    .toBe(true);
  expect(state.made).toBeLessThan(100);
  await archive.return();
  await expect.poll(() => state.ended).toBe(true);
});
