import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';

const runModule = new URL('./run.mjs', import.meta.url).href;
let parent: ChildProcess | null = null;
afterEach(() => void parent?.kill('SIGKILL'));

/** A program that runs another one, which ends only when it is made to; tells the id of that one. */
async function startBoth(): Promise<{ readonly outer: ChildProcess; readonly inner: number }> {
  const inner =
    "process.on('disconnect', () => process.exit(1)); console.log(process.pid); setInterval(() => {}, 1000);";
  const outer =
    `import(${JSON.stringify(runModule)}).then(({ run }) => run(process.execPath, ['-e', ` +
    `${JSON.stringify(inner)}], { tied: true }));`;
  parent = spawn(process.execPath, ['-e', outer], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (!parent.stdout) throw new Error('no output to read');
  const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
  return { outer: parent, inner: Number(chunk.toString()) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test.skipIf(process.platform === 'win32').each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('%s ends what runs first, and then the command, with code %d', async (signal, code) => {
  const { outer, inner } = await startBoth();
  const ended = once(outer, 'exit');
  outer.kill(signal);
  expect((await ended)[0]).toBe(code);
  expect(isAlive(inner)).toBe(false);
});

test('what runs ends with a command that is killed', async () => {
  const { outer, inner } = await startBoth();
  outer.kill('SIGKILL');
  await expect.poll(() => isAlive(inner)).toBe(false);
});
