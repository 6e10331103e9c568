import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';

const START_MS = 60_000;

/** A port of the loopback address that nobody listens at. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}

/** Ask until the server answers. @throws Error when it ends or does not answer in time */
export async function until(name: string, child: ChildProcess, ask: () => Promise<unknown>): Promise<void> {
  const end = performance.now() + START_MS;
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (child.exitCode !== null || performance.now() > end) throw new Error(`${name} did not start.`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
