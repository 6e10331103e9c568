import { expect, test } from 'vitest';
import { postgresqlFrames, postgresqlMessage } from '../../../testing/hostile/hostile-protocols.ts';
import { createPostgresqlFrames } from './frames.ts';

const { int16, int32, text, described, row, notice, signedIn, done, ready } = postgresqlFrames;
const wide = postgresqlMessage(
  'D',
  Buffer.concat([int16(4), int32(2), Buffer.from('ab'), int32(0xffffffff), int32(0), int32(1), Buffer.from('c')]),
);
const said = Buffer.concat([
  signedIn,
  described,
  row('x'),
  wide,
  notice,
  postgresqlMessage('D', int16(0)),
  postgresqlMessage('E', Buffer.concat([text('SERROR'), text('Mno'), Buffer.alloc(1)])),
  done,
  ready,
]);
const readerOf = (rows: number, bytes = 100_000) => {
  const frames = createPostgresqlFrames();
  frames.allow({ bytes, rows, isResult: true });
  return frames;
};

test('what a PostgreSQL says is read at any cut between two bytes, and byte by byte', () => {
  for (let cut = 0; cut <= said.length; cut += 1) {
    const frames = readerOf(6);
    expect(() => [said.subarray(0, cut), said.subarray(cut), said].forEach(frames.take), `cut at ${cut}`).not.toThrow();
    expect(frames.taken()).toBe(said.length * 2);
  }
  const frames = readerOf(3);
  expect(() => [...said].forEach((byte) => frames.take(Buffer.from([byte])))).not.toThrow();
});

test.each([
  ['a cell behind the end of its row', Buffer.concat([int16(2), int32(8), Buffer.from('abcd')])],
  ['bytes behind the last cell', Buffer.concat([int16(1), int32(1), Buffer.from('abcd')])],
  ['a cell of a length below none', Buffer.concat([int16(1), int32(0xfffffffe)])],
  ['fewer columns than none', int16(0xffff)],
  ['bytes and no columns', Buffer.concat([int16(0), int32(0)])],
])('[attack 76] a row with %s is refused, here as a whole or in parts', (_, body) => {
  const message = postgresqlMessage('D', body);
  for (let cut = 0; cut < message.length; cut += 1) {
    const frames = readerOf(1);
    expect(
      () => [message.subarray(0, cut), Buffer.concat([message.subarray(cut), Buffer.alloc(64)])].forEach(frames.take),
      `cut at ${cut}`,
    ).toThrow('a row that cannot be read');
  }
});

test('[attack 76] a row that is announced to be larger than what is left is refused before any of it comes', () => {
  const frames = readerOf(1, 1000);
  expect(() => frames.take(postgresqlMessage('D', Buffer.concat([int16(1), int32(2000)]), 2010))).toThrow(
    'more than 1000 bytes',
  );
});
