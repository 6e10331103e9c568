import { constants, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { startOn, type JourneyServer } from './journey-server.ts';
import { writePseudoLocale } from './pseudo-locale.ts';
import { admin } from './sign-in.ts';

/**
 * Prepare a home once, with the sample data and its administrator, and start a server on a copy of it for each worker:
 * what one browser changes the other never sees. Dashboards that name roles are shared with them. A worker finds its
 * address in `TESSERA_TEST_URLS`. The function that is returned stops the servers.
 */
async function startServers({ workers }: FullConfig): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-e2e-'));
  const running: JourneyServer[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  const settings = join(folder, 'tessera.config.json');
  writeFileSync(settings, JSON.stringify({ featureFlags: { DASHBOARD_RBAC: true } }));
  try {
    await prepare(join(folder, 'prepared'));
    const messages = join(folder, 'messages');
    writePseudoLocale(messages);
    const homes = Array.from({ length: workers }, (_, worker) => join(folder, `worker-${worker}`));
    for (const home of homes) {
      // The copy shares its blocks with the original where the file system can do that.
      cpSync(join(folder, 'prepared'), home, { recursive: true, mode: constants.COPYFILE_FICLONE });
      running.push(
        await startOn(home, { NODE_ENV: 'test', TESSERA_CONFIG: settings, TESSERA_TEST_MESSAGES: messages }),
      );
    }
    process.env['TESSERA_TEST_URLS'] = running.map(({ url }) => url).join(' ');
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function prepare(home: string): Promise<void> {
  const server = await startOn(home);
  try {
    const token = new URL(await server.setupLink()).searchParams.get('token');
    const made = await fetch(`${server.url}/api/v1/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...admin, token }),
    });
    if (!made.ok) throw new Error(`no administrator: ${await made.text()}`);
  } finally {
    await server.stop();
  }
}

export default startServers;
