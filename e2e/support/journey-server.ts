import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { end, orStop } from '../../server/src/testing/processes/server-process.ts';

const START_LIMIT_MS = 180_000;

/** The built server, run as `npm start` does. */
export type JourneyServer = {
  readonly url: string;
  /** The one-use link that it prints where there is no administrator. */
  readonly setupLink: () => Promise<string>;
  readonly stop: () => Promise<void>;
};

/** Start it on a home, with the sample data unless stated otherwise, and wait until it listens. */
export async function startOn(home: string, env: Readonly<Record<string, string>> = {}): Promise<JourneyServer> {
  const main = fileURLToPath(new URL('../../server/dist/main.mjs', import.meta.url));
  const server = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', HOST: '127.0.0.1', TESSERA_HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killNow = (): void => void server.kill('SIGKILL');
  process.once('exit', killNow);
  const stop = async (): Promise<void> => {
    process.removeListener('exit', killNow);
    await end(server, 'SIGTERM');
  };
  const output = told(server);
  const url = await orStop(stop, () => output.find(/Tessera listens on (\S+)\n/));
  return { url, setupLink: () => output.find(/(https?:\/\/\S+\/setup\/\?token=\S+)\n/), stop };
}

/** What a server has printed and prints yet. */
function told(server: ChildProcess): { readonly find: (what: RegExp) => Promise<string> } {
  let text = '';
  const read = (chunk: Buffer): void => void (text += chunk.toString('utf8'));
  server.stdout?.on('data', read);
  server.stderr?.on('data', read);
  return {
    find: async (what) => {
      const limit = AbortSignal.timeout(START_LIMIT_MS);
      for (;;) {
        const found = what.exec(text)?.[1];
        if (found !== undefined) return found;
        if (limit.aborted || server.exitCode !== null) throw new Error(`the server did not print ${what}:\n${text}`);
        await sleep(20);
      }
    },
  };
}
