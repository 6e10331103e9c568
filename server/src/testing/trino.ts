import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createHttpClient } from '../engines/http/client.ts';
import { statement } from '../engines/trino/statement.ts';
import { freePort, orStop, until, untilStopped } from './server-process.ts';

/** A running throw-away Trino with the catalogue `memory`. */
export type TestTrino = {
  readonly port: number;
  /** Run a statement as the administrator. @returns its rows */
  readonly query: (sql: string) => Promise<readonly (readonly unknown[])[]>;
  readonly stop: () => Promise<void>;
};

/** Where Trino and its Java are, or null; tests that need them are skipped by name then. */
export function findTrino(): { readonly home: string; readonly java: string } | null {
  const home = process.env['TESSERA_TEST_TRINO_HOME'];
  const java = process.env['TESSERA_TEST_TRINO_JAVA'];
  return home && java && existsSync(join(home, 'lib')) && existsSync(java) ? { home, java } : null;
}

/**
 * Start it on a free port of the loopback address; it answers after about ten seconds.
 * @throws Error when there is none
 * on the machine
 */
export async function startTrino(): Promise<TestTrino> {
  const found = findTrino();
  if (found === null)
    throw new Error('No Trino on this machine: set TESSERA_TEST_TRINO_HOME and TESSERA_TEST_TRINO_JAVA.');
  const folder = mkdtempSync(join(tmpdir(), 'tessera-trino-'));
  const port = await freePort();
  for (const name of ['catalog', 'plugin', 'data']) mkdirSync(join(folder, name));
  // Other plugins would only take time.
  symlinkSync(join(found.home, 'plugin', 'memory'), join(folder, 'plugin', 'memory'));
  writeFileSync(join(folder, 'catalog', 'memory.properties'), 'connector.name=memory\n');
  const properties = {
    coordinator: true,
    'node-scheduler.include-coordinator': true,
    'http-server.http.port': port,
    'discovery.uri': `http://127.0.0.1:${port}`,
    'catalog.management': 'static',
    'failure-detector.enabled': false,
    'plugin.dir': join(folder, 'plugin'),
  };
  writeFileSync(
    join(folder, 'config.properties'),
    Object.entries(properties)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  );
  const settings = {
    config: join(folder, 'config.properties'),
    'node.environment': 'test',
    'node.id': 'test',
    'node.internal-address': '127.0.0.1',
    'node.data-dir': join(folder, 'data'),
    'catalog.config-dir': join(folder, 'catalog'),
    'jdk.attach.allowAttachSelf': true,
  };
  const flags = [
    '-Xmx1G',
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    '--enable-native-access=ALL-UNNAMED',
    ...Object.entries(settings).map(([key, value]) => `-D${key}=${value}`),
  ];
  const child = spawn(
    found.java,
    [...flags, '-cp', [join(found.home, 'lib', '*')].join(delimiter), 'io.trino.server.TrinoServer'],
    { stdio: 'ignore', cwd: folder },
  );
  const stop = untilStopped(child, folder);
  const client = createHttpClient(
    { name: 'test', parameters: { host: '127.0.0.1', port, sslmode: 'disable' }, secrets: {}, anyHost: true },
    {
      processFolder: '',
      dataFolders: [],
      temporary: '',
      metadata: { kind: 'sqlite', file: '' },
      allowedHosts: [],
      memoryMb: 1,
      idleMs: 1,
    },
    port,
  );
  const query: TestTrino['query'] = async (sql) => {
    const rows: (readonly unknown[])[] = [];
    for await (const page of statement(
      client,
      { 'x-trino-user': 'admin', 'x-trino-catalog': 'memory', 'x-trino-schema': 'default' },
      sql,
      AbortSignal.timeout(30_000),
    ))
      rows.push(...page.rows);
    return rows;
  };
  const stopAll = async () => {
    client.close();
    await stop();
  };
  // A server without an active node would take a query and never end it.
  await orStop(stopAll, () =>
    until('Trino', child, async () => {
      const nodes = await query("SELECT 1 FROM system.runtime.nodes WHERE state = 'active'");
      if (nodes.length === 0) throw new Error('no node yet');
    }),
  );
  return { port, query, stop: stopAll };
}
