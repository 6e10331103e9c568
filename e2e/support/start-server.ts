import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, orStop, untilStopped } from '../../server/src/testing/server-process.ts';

const START_LIMIT_MS = 180_000;

/**
 * Start the built server on a fresh home, as `npm start` does, and wait until it has printed the one-use link.
 * The link goes to the journeys by a file beside the home; the answer stops the server.
 */
async function startServer(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-e2e-'));
  const port = await freePort();
  const main = fileURLToPath(new URL('../../server/dist/main.mjs', import.meta.url));
  const server = spawn(process.execPath, [main], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', PORT: String(port), HOST: '127.0.0.1', TESSERA_HOME: join(folder, 'home') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = untilStopped(server, folder, 'SIGTERM');
  const link = await orStop(stop, () => setupLink(server));
  process.env['TESSERA_TEST_SETUP_LINK'] = link;
  // Workers read the settings again, and find the address there.
  process.env['TESSERA_TEST_URL'] = `http://127.0.0.1:${port}`;
  writeFileSync(join(folder, 'link'), link);
  return stop;
}

function setupLink(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`the server did not print its link:\n${output}`)), START_LIMIT_MS);
    const read = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      const link = /https?:\/\/\S+\/setup\/\?token=\S+/.exec(output)?.[0];
      if (!link) return;
      clearTimeout(timer);
      resolve(link);
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the server ended with ${code}:\n${output}`));
    });
  });
}

export default startServer;
