import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtServer } from './testing/processes/built-server.ts';
import { PASSWORD } from './testing/processes/real-server.ts';
import { end, freePort, until } from './testing/processes/server-process.ts';
import { mayMount, mountSmallDisk, type SmallDisk } from './testing/processes/small-disk.ts';

describe.skipIf(process.env['CI'] !== 'true' && !mayMount())(
  '[F46] a disk that holds the home and the log and is full',
  () => {
    let disk: SmallDisk;
    let server: ChildProcess;
    let address: string;
    const log = (): string => readFileSync(join(disk.folder, 'log'), 'utf8');

    beforeAll(async () => {
      disk = mountSmallDisk(16);
      const port = await freePort();
      address = `http://127.0.0.1:${port}`;
      const output = openSync(join(disk.folder, 'log'), 'a');
      mkdirSync(join(disk.folder, 'home'));
      server = spawn(process.execPath, [join(builtServer, 'main.mjs')], {
        cwd: disk.folder,
        stdio: ['ignore', output, output],
        env: {
          PATH: process.env['PATH'],
          PORT: String(port),
          TESSERA_HOME: join(disk.folder, 'home'),
          TESSERA_SAMPLES: '0',
          TESSERA_ADMIN_USERNAME: 'root',
          TESSERA_ADMIN_PASSWORD: PASSWORD,
        },
      });
      closeSync(output);
      await until('the server', server, () => fetch(`${address}/health`));
    });
    afterAll(async () => {
      await end(server, 'SIGKILL');
      disk.unmount();
    });

    type Answer = { readonly status: number; readonly text: string; readonly code: string | null };
    async function ask(
      method: string,
      path: string,
      headers: Readonly<Record<string, string>> = {},
      body?: unknown,
    ): Promise<Answer> {
      const answer = await fetch(address + path, {
        method,
        redirect: 'manual',
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, text: await answer.text(), code: answer.headers.get('x-error-code') };
    }
    const login = { username: 'root', password: PASSWORD, provider: 'db' };

    const signIn = () => ask('POST', '/api/v1/security/login', {}, login);
    const bearer = async () => ({
      authorization: `Bearer ${(JSON.parse((await signIn()).text) as { access_token: string }).access_token}`,
    });
    const FULL = {
      status: 507,
      code: 'storage_full',
      text: expect.stringContaining(
        'There is no space left where Tessera keeps its data, and nothing was saved. Free some space and try again.',
      ) as string,
    };
    const ready = async () => [(await ask('GET', '/ready')).status, (await ask('GET', '/ready')).text];

    test('answers every write with 507 and its reason, and reads on', async () => {
      const root = await bearer();
      const made = await ask('POST', '/api/v1/dashboard/', root, { dashboard_title: 'before' });
      const id = (JSON.parse(made.text) as { id: number }).id;
      expect(await ready()).toEqual([200, 'OK']);
      disk.fill();

      const writes: readonly (readonly [string, string, unknown?])[] = [
        ['POST', '/api/v1/dashboard/', { dashboard_title: 'lost' }],
        ['PUT', `/api/v1/dashboard/${id}`, { dashboard_title: 'lost', description: 'x'.repeat(20_000) }],
        ['DELETE', `/api/v1/dashboard/${id}`],
        ['POST', `/api/v1/dashboard/${id}/favorites/`],
        ['POST', `/api/v1/dashboard/${id}/permalink`, { dataMask: {}, activeTabs: [], urlParams: [] }],
        ['POST', '/api/v1/annotation_layer/', { name: 'lost' }],
        ['POST', '/api/v1/security/roles/', { name: 'lost' }],
        [
          'POST',
          '/api/v1/security/users/',
          {
            username: 'lost',
            password: 'a long password',
            email: 'lost@example.com',
            first_name: 'l',
            last_name: 'l',
            roles: [1],
            active: true,
          },
        ],
        ['POST', '/login/', { username: 'root', password: PASSWORD }],
      ];
      for (const [method, path, body] of writes)
        expect([path, await ask(method, path, root, body)]).toEqual([path, FULL]);
      await expect
        .poll(ready)
        .toEqual([503, expect.stringContaining('There is no space left in the home folder, so nothing can be saved.')]);
      expect((await ask('GET', '/health')).text).toBe('OK');
      // Programs sign in without a write; what is there can be read.
      expect((await ask('GET', `/api/v1/dashboard/${id}`, await bearer())).text).toContain('"before"');
      expect(server.exitCode).toBeNull();

      disk.free();
      await expect.poll(ready).toEqual([200, 'OK']);
      for (const [method, path, body] of writes.filter(([, path]) => path.endsWith('/')))
        expect([path, (await ask(method, path, root, body)).status < 300]).toEqual([path, true]);
      const list = JSON.parse((await ask('GET', '/api/v1/dashboard/', root)).text) as {
        readonly result: readonly { readonly dashboard_title: string }[];
      };
      expect(list.result.map((row) => row.dashboard_title).sort()).toEqual(['before', 'lost']);
      await expect
        .poll(log)
        .toMatch(/"dropped":\d+,"reason":"ENOSPC","msg":"\d+ lines? of this log could not be written \(ENOSPC\)"/);
      for (const line of log()
        .split('\n')
        .filter((text) => text.includes('"msg":"')))
        expect(() => JSON.parse(line) as unknown).not.toThrow();
    });
  },
);

test.skipIf(process.env['CI'] !== 'true' && !mayMount())(
  '[F46] a start, a backup and a restore on a disk that is full say so, and leave what is there as it is',
  () => {
    const disk = mountSmallDisk(8);
    const run = (
      script: string,
      ...args: readonly string[]
    ): { readonly code: number | null; readonly error: string } => {
      const { status, stderr } = spawnSync(process.execPath, [join(builtServer, script), ...args], {
        cwd: disk.folder,
        encoding: 'utf8',
        env: {
          PATH: process.env['PATH'],
          PORT: '0',
          TESSERA_HOME: join(disk.folder, 'home'),
          TESSERA_SAMPLES: '0',
          ...(args[0] === 'admin' ? { TESSERA_ADMIN_PASSWORD: PASSWORD } : {}),
        },
      });
      return { code: status, error: stderr };
    };
    const full = {
      code: 1,
      error: expect.stringMatching(
        /^(Tessera cannot start: )?There is no space left where Tessera keeps its data, and nothing was saved\.[^\n]*\n$/,
      ) as string,
    };
    try {
      expect(run('command.mjs', 'admin', 'root')).toEqual({ code: 0, error: '' });
      expect(run('command.mjs', 'backup', 'saved')).toEqual({ code: 0, error: '' });
      disk.fill();
      expect(run('main.mjs')).toEqual(full);
      expect(run('command.mjs', 'backup', 'another')).toEqual(full);
      expect(readdirSync(disk.folder).sort()).toEqual(['ballast', 'home', 'saved']);
      expect(run('command.mjs', 'restore', 'saved', '--replace')).toEqual(full);
      disk.free();
      expect(run('command.mjs', 'restore', 'saved', '--replace')).toEqual({ code: 0, error: '' });
      expect(run('command.mjs', 'admin', 'root')).toEqual({ code: 0, error: '' });
    } finally {
      disk.unmount();
    }
  },
);

test.runIf(existsSync('/dev/full')).each(['/dev/full', 'a pipe that nobody reads'])(
  '[F47] a server whose log is %s starts, serves and stops in order',
  async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-mute-'));
    const port = await freePort();
    const output = kind === '/dev/full' ? openSync(kind, 'w') : 'pipe';
    const server = spawn(process.execPath, [join(builtServer, 'main.mjs')], {
      cwd: folder,
      stdio: ['ignore', output, output],
      env: {
        PATH: process.env['PATH'],
        PORT: String(port),
        TESSERA_HOME: join(folder, 'home'),
        TESSERA_SAMPLES: '0',
        TESSERA_CONFIG: '',
      },
    });
    server.stdout?.destroy();
    server.stderr?.destroy();
    if (typeof output === 'number') closeSync(output);
    try {
      await until('the server', server, () => fetch(`http://127.0.0.1:${port}/health`));
      // Each of these is a line of the log, as a warning.
      rmSync(join(folder, 'home'), { recursive: true, force: true });
      for (let at = 0; at < 20; at += 1) expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(503);
      await end(server, 'SIGTERM');
      expect(server.exitCode).toBe(0);
    } finally {
      await end(server, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
