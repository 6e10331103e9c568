import { expect, test } from 'vitest';
import { readLines } from './lines.ts';

async function all(chunks: readonly string[]): Promise<readonly unknown[]> {
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(bytes.encode(chunk));
      controller.close();
    },
  });
  const found: unknown[] = [];
  for await (const line of readLines(new Response(body))) found.push(line);
  return found;
}

test('lines are read wherever the network cuts them, the last one also without its end', async () => {
  expect(await all(['{"a":1}\n{"b"', ':"ü\\n"}\n', '{"c":3}'])).toEqual([{ a: 1 }, { b: 'ü\n' }, { c: 3 }]);
});

test('an answer that breaks off is a network error', async () => {
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new TypeError('gone')) });
  await expect(readLines(new Response(body)).next()).rejects.toMatchObject({ name: 'ApiError', status: 0 });
});
