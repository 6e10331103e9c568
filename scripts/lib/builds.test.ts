import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

// A tree with the real scripts, a bundler that notes which process it ran in, and a server that tells its own.

const scripts = fileURLToPath(new URL('..', import.meta.url));
const BUNDLER =
  "import { writeFileSync, mkdirSync } from 'node:fs';\nexport async function build({ outdir, build: web }) { " +
  'const folder = outdir ?? web.outDir; mkdirSync(folder, { recursive: true }); writeFileSync(folder + ' +
  "'/main.mjs', `console.log('built by ${process.pid}, run by', process.pid)`); }\n";
const SLOW_BUNDLER =
  "export async function build() { console.log('begins'); await new Promise((resolve) => setTimeout(resolve, " +
  '600_000)); }\n';

let tree: string;
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'tessera-tree-'));
  cpSync(scripts, join(tree, 'scripts'), { recursive: true });
  write('package.json', '{"type":"module"}');
  write('package-lock.json', '{"packages":{}}');
  write('node_modules/.package-lock.json', '{"packages":{}}');
  write('server/src/main.ts', '');
  write('web/src/main.ts', '');
});
afterEach(() => rmSync(tree, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), text);
}

function addBundlers(text: string): void {
  for (const name of ['esbuild', 'vite']) {
    write(`node_modules/${name}/package.json`, '{"type":"module","main":"./main.js"}');
    write(`node_modules/${name}/main.js`, text);
  }
  write('node_modules/gettext-parser/package.json', '{"type":"module","main":"./main.js"}');
  write('node_modules/gettext-parser/main.js', 'export const po = {};');
}

function start(): {
  readonly pid: number;
  readonly output: () => string;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<number | null>;
} {
  const child = spawn(process.execPath, [join(tree, 'scripts/start.mjs')], {
    cwd: tree,
    env: { PATH: '/nowhere' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    pid: child.pid ?? 0,
    output: () => output,
    kill: (signal) => void child.kill(signal),
    ended: new Promise((resolve) => child.once('close', resolve)),
  };
}

test('[F65] a start builds in a process that ends, and becomes the server itself', async () => {
  addBundlers(BUNDLER);
  const { pid, output, ended } = start();
  expect(await ended).toBe(0);
  expect(output()).toMatch(new RegExp(`^built by \\d+, run by ${pid}\n$`, 'm'));
  expect(output()).not.toContain(`built by ${pid},`);
});

test('[F65] a start that is stopped while it builds ends with the code of its signal', async () => {
  addBundlers(SLOW_BUNDLER);
  const stopped = start();
  await expect.poll(stopped.output).toContain('begins');
  stopped.kill('SIGTERM');
  expect(await stopped.ended).toBe(143);
  expect(existsSync(join(tree, 'server/dist'))).toBe(false);
  addBundlers(BUNDLER);
  const next = start();
  expect([await next.ended, next.output()]).toEqual([0, expect.stringContaining(`run by ${next.pid}`)]);
});

test('a build that fails stops the start with its reason', async () => {
  addBundlers("export async function build() { throw new Error('a comma is missing'); }\n");
  const { output, ended } = start();
  expect(await ended).toBe(1);
  expect(output()).toBe('a comma is missing\nThe server could not be built.\n');
});

test('[F66] without development packages a start runs what is built, says when sources are newer', async () => {
  const nothing = start();
  expect([await nothing.ended, nothing.output()]).toEqual([
    1,
    'The server cannot be built: the development packages are not installed. Install them with: npm install\n',
  ]);
  for (const name of ['server', 'web']) {
    write(`${name}/dist/main.mjs`, "console.log('runs')");
    write(`${name}/dist/.built`, '');
  }
  // Copies have the times of their copying; only what users write counts as source.
  const later = new Date(Date.now() + 60_000);
  for (const path of ['package-lock.json', 'scripts/lib/builds.mjs']) utimesSync(join(tree, path), later, later);
  const built = start();
  expect([await built.ended, built.output()]).toEqual([0, 'runs\n']);
  utimesSync(join(tree, 'server/src/main.ts'), later, later);
  const older = start();
  expect(await older.ended).toBe(0);
  expect(older.output()).toBe(
    'The sources of the server are newer than its build, and the development packages that build it are not ' +
      'installed: the last build runs.\nruns\n',
  );
  expect(readFileSync(join(tree, 'server/dist/main.mjs'), 'utf8')).toContain('runs');
});
