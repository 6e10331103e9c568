import { spawn, type ChildProcess } from 'node:child_process';
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './lib/paths.mjs';
import { end } from '../server/src/testing/processes/server-process.ts';

// A tree as docs/operations.md tells operators to make it: what is built, and packages without those of development.

type Listed = Readonly<Record<string, { readonly dev?: boolean; readonly link?: boolean }>>;
const TOKEN = 'a-token-for-the-metrics-of-a-test';

let tree: string;
let server: ChildProcess | null = null;
let output = '';
let address = '';

beforeAll(() => {
  mkdirSync(join(root, '.build'), { recursive: true });
  tree = mkdtempSync(join(root, '.build/production-')); // on the disk of the packages, which are linked and not copied
  for (const path of [
    'package.json',
    'package-lock.json',
    'scripts/start.mjs',
    'scripts/lib',
    ...['core', 'query', 'viz'].map((name) => `packages/${name}/package.json`),
    'server/package.json',
    'web/package.json',
  ]) {
    cpSync(join(root, path), join(tree, path), { recursive: true });
  }
  linkPackages();
  for (const name of ['server', 'web']) cpSync(join(root, name, 'dist'), join(tree, name, 'dist'), { recursive: true });
  writeFileSync(join(tree, 'tessera.config.json'), JSON.stringify({ metricsToken: TOKEN }));
});
afterAll(async () => {
  if (server) await end(server, 'SIGKILL');
  rmSync(tree, { recursive: true, force: true });
});

/** The packages that `npm install --omit=dev` would leave. */
function linkPackages(): void {
  const { packages } = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: Listed;
  };
  const production = Object.fromEntries(
    Object.entries(packages).filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link),
  );
  for (const path of Object.keys(production)) linkFolder(join(root, path), join(tree, path));
  writeFileSync(join(tree, 'node_modules/.package-lock.json'), JSON.stringify({ packages: production }));
}

function linkFolder(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue; // each of those is listed by itself
    if (entry.isDirectory()) linkFolder(join(from, entry.name), join(to, entry.name));
    else linkSync(join(from, entry.name), join(to, entry.name));
  }
}

/**
 * With samples, so that all that a first start reads is there. No npm can be found.
 * @returns what `wanted` finds in its
 * output
 */
async function start(wanted: RegExp): Promise<string> {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: tree,
    env: { PATH: dirname(tree), PORT: '0', TESSERA_HOME: join(tree, 'home') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  server = child;
  output = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = wanted.exec(output);
      if (found) resolve(found[1] ?? '');
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
}

test('[F71] a first start that is stopped at its samples is followed by one that has them all', async () => {
  await start(/(Sample data: \S+ \(2 of 20\))/);
  const ended = new Promise((resolve) => server?.once('exit', (_, signal) => resolve(signal)));
  server?.kill('SIGTERM');
  expect(await ended).toBe('SIGTERM');
  expect(existsSync(join(tree, 'home/data/samples.duckdb'))).toBe(false);
  address = await start(/Tessera listens on (\S+)\n/);
  expect(readdirSync(join(tree, 'home/data'))).toEqual(['samples.duckdb', 'uploads']);
});

test('[F66] a built tree without development packages starts without npm and has its samples', async () => {
  expect(existsSync(join(tree, 'node_modules/esbuild'))).toBe(false);
  expect(existsSync(join(tree, 'server/src'))).toBe(false);
  expect(output).not.toMatch(/Building|Installing|cannot|could not/);
  expect(output).toContain('(20 of 20)');
  expect(await (await fetch(`${address}/health`)).text()).toBe('OK');
  expect(await (await fetch(`${address}/ready`)).text()).toBe('OK');
});

test('[F50] what is built answers /metrics, requests counted, to the bearer of the token alone', async () => {
  expect((await fetch(`${address}/metrics`)).status).toBe(401);
  const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const text = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^text\/plain; version=/),
  ]);
  expect(text).toMatch(/^process_cpu_seconds_total /m);
  expect(text).toMatch(/^tessera_http_request_seconds_count\{method="GET",route="\/health",status="200"\} 1$/m);
  expect(text).toMatch(/^tessera_queries_running 0$/m);
});

test('what is built answers its page and what the page loads', async () => {
  const answer = await fetch(`${address}/login/`, { headers: { accept: 'text/html' } });
  const page = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  const script = /src="(\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
  expect((await fetch(address + script)).status).toBe(200);
});
