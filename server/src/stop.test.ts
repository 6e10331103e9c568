import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as ask } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startRealServer, type RealServer } from './testing/processes/real-server.ts';

let folder: string;
let server: RealServer | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-stop-'));
});
afterEach(async () => {
  await server?.stop('SIGKILL');
  server = null;
  rmSync(folder, { recursive: true, force: true });
});

async function serverThatStopsAfter(stopDelaySeconds: number): Promise<RealServer> {
  writeFileSync(join(folder, 'tessera.config.json'), JSON.stringify({ stopDelaySeconds }));
  return (server = await startRealServer(folder));
}

const readiness = async ({ ask: of }: RealServer): Promise<number> =>
  (await of('GET', '/ready', undefined, { connection: 'close' })).status;

/** A status, `cut` for an answer that ended before its end, or the reason why there was no answer at all. */
function outcome(
  address: string,
  path: string,
  agent: Agent,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  return new Promise((resolve) => {
    ask(`${address}${path}`, { agent, headers }, (answer) => {
      answer.on('end', () => resolve(answer.complete ? String(answer.statusCode) : 'cut'));
      answer.on('error', () => resolve('cut'));
      answer.resume();
    })
      .on('error', (error) => resolve('code' in error ? String(error.code) : error.message))
      .end();
  });
}

test(
  '[F57] through a stop clients with open connections get whole answers, and then no connection: no 5xx, nothing cut',
  { timeout: 120_000 },
  async () => {
    const running = await serverThatStopsAfter(2);
    const { address, authorization } = running;
    const outcomes = new Map<string, number>();
    const clients = [
      '/',
      '/login/',
      '/api/v1/me/',
      '/api/v1/chart/',
      '/tessera/dashboard/1/',
      '/api/v1/dashboard/',
    ].map(async (path) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (;;) {
        const got = await outcome(address, path, agent, {
          authorization,
          accept: path.startsWith('/api') ? 'application/json' : 'text/html',
        });
        outcomes.set(got, (outcomes.get(got) ?? 0) + 1);
        if (got === 'ECONNREFUSED') return;
      }
    });
    await expect.poll(() => outcomes.get('200') ?? 0).toBeGreaterThan(30);
    running.child.kill('SIGTERM');
    await expect.poll(() => readiness(running)).toBe(503);
    const before = outcomes.get('200') ?? 0;
    await expect.poll(() => outcomes.get('200') ?? 0).toBeGreaterThan(before + 10); // it serves on
    await Promise.all(clients);
    expect([...outcomes.keys()].filter((got) => !['200', '404', 'ECONNREFUSED', 'ECONNRESET'].includes(got))).toEqual(
      [],
    );
    expect(await running.stop('SIGTERM')).toMatchObject({ code: 0 });
  },
);

test('a second signal cuts the wait of a stop short', { timeout: 60_000 }, async () => {
  const running = await serverThatStopsAfter(300);
  running.child.kill('SIGTERM');
  await expect.poll(() => readiness(running)).toBe(503);
  expect(await running.stop('SIGTERM')).toMatchObject({ code: 0 });
});
