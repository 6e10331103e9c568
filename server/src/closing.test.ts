import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { closing } from './closing.ts';

test('[attack 63] whoever leaves before the first byte ends what would have been read', async () => {
  const ended: string[] = [];
  async function* rows(name: string) {
    try {
      yield `first of ${name}`;
      yield `second of ${name}`;
    } finally {
      ended.push(name);
    }
  }
  async function* lines(read: AsyncGenerator<string, void>) {
    for await (const row of read) yield row;
  }
  const begun = async (name: string) => {
    const read = rows(name);
    await read.next();
    return { read, stream: Readable.from(closing(lines(read), () => read.return())) };
  };
  const left = await begun('what nobody read');
  left.stream.destroy();
  await expect.poll(() => ended).toEqual(['what nobody read']);
  const failed = await begun('what failed');
  failed.stream.once('error', () => undefined).destroy(new Error('no room'));
  await expect.poll(() => ended).toContain('what failed');
  const whole = await begun('what was read');
  expect(await whole.stream.toArray()).toEqual(['second of what was read']);
  expect(ended).toContain('what was read');
});
