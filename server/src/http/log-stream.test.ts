import { closeSync, existsSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createLogStream } from './log-stream.ts';

/** A file that takes what `room` allows and then fails with `code`. */
function fake() {
  const state = { written: '', room: Number.POSITIVE_INFINITY, code: 'ENOSPC' };
  const write = (_: number, bytes: Uint8Array): number => {
    const taken = Math.min(bytes.length, state.room);
    if (taken === 0) throw Object.assign(new Error(state.code), { code: state.code });
    state.room -= taken;
    state.written += Buffer.from(bytes.subarray(0, taken)).toString();
    return taken;
  };
  return { state, write };
}
const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

test('[F47] lines that find no room are dropped and counted, and the count is the first line that gets through', () => {
  const { state, write } = fake();
  const stream = createLogStream({ fd: 1, write });
  stream.write('{"n":1}\n');
  state.room = 0;
  for (let n = 2; n < 7; n += 1) stream.write(`{"n":${n}}\n`);
  state.room = Number.POSITIVE_INFINITY;
  stream.write('{"n":7}\n');
  stream.write('{"n":8}\n');
  const [first, note, seventh, eighth, ...rest] = lines(state.written).map(
    (line) => JSON.parse(line) as Record<string, unknown>,
  );
  expect([first, seventh, eighth, rest]).toEqual([{ n: 1 }, { n: 7 }, { n: 8 }, []]);
  expect(note).toMatchObject({
    level: 40,
    pid: process.pid,
    dropped: 5,
    reason: 'ENOSPC',
    msg: '5 lines of this log could not be written (ENOSPC)',
  });
});

test('a line that was cut in its middle ends where it was cut, and the next one begins a line', () => {
  const { state, write } = fake();
  const stream = createLogStream({ fd: 1, write });
  state.room = 4;
  stream.write('{"n":1}\n');
  state.room = 3; // not even the note fits
  stream.write('{"n":2}\n');
  state.room = Number.POSITIVE_INFINITY;
  stream.write('{"n":3}\n');
  const [cut, , ...whole] = lines(state.written);
  expect(cut).toBe('{"n"');
  expect(whole.map((line) => JSON.parse(line) as unknown)).toEqual([expect.objectContaining({ dropped: 2 }), { n: 3 }]);
});

test('the count is reported without another line when the log works again', async () => {
  const { state, write } = fake();
  const stream = createLogStream({ fd: 1, write, retryMs: 1 });
  state.room = 0;
  stream.write('lost\n');
  state.room = Number.POSITIVE_INFINITY;
  await expect.poll(() => state.written).toContain('1 line of this log could not be written (ENOSPC)');
});

test('[F47] a reader that is slow gets every line in order', async () => {
  const { state, write } = fake();
  state.code = 'EAGAIN';
  state.room = 3;
  const stream = createLogStream({ fd: 1, write, retryMs: 1 });
  for (let n = 0; n < 1000; n += 1) stream.write(`${n}\n`);
  expect(state.written).toBe('0\n1');
  state.room = Number.POSITIVE_INFINITY;
  await expect.poll(() => state.written).toBe(Array.from({ length: 1000 }, (_, n) => `${n}\n`).join(''));
  state.written = '';
  state.room = 0;
  for (let n = 0; n < 3000; n += 1) stream.write(`${'x'.repeat(1023)}\n`);
  state.room = Number.POSITIVE_INFINITY;
  await expect.poll(() => state.written).toContain('1976 lines of this log could not be written (EAGAIN)');
  expect(lines(state.written)).toHaveLength(1024 + 1);
});

test.each([
  ['ENOSPC', '/dev/full', 'w'],
  ['EBADF', null, null],
] as const)('[F46] a log that fails with %s throws nothing', (_, path, flags) => {
  if (path !== null && !existsSync(path)) return; // Linux has it
  const fd = path === null ? 987_654 : openSync(path, flags);
  const stream = createLogStream({ fd });
  for (let n = 0; n < 10; n += 1) expect(() => stream.write('line\n')).not.toThrow();
  if (path !== null) closeSync(fd);
});
