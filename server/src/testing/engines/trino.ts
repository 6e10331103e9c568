import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createHttpClient } from '../../engines/drivers/http/client.ts';
import { statement } from '../../engines/drivers/trino/statement.ts';
import { leased, type Launched } from './leases.ts';
import { freePort, orStop, until, untilStopped } from '../processes/server-process.ts';

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
 * A server that keeps what others made from this file; a new one answers after about ten seconds.
 * @throws Error when there is none on the machine
 */
export async function startTrino(): Promise<TestTrino> {
  const server = (await leased('trino')) ?? (await launchTrino());
  const { query, close } = askTrino(server.port);
  const stop = async () => {
    close();
    await server.stop();
  };
  return { port: server.port, query, stop };
}

/** Start it on a free port of the loopback address. */
export async function launchTrino(): Promise<Launched> {
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
  const { query, close } = askTrino(port);
  // A server without an active node would take a query and never end it.
  await orStop(stop, () =>
    until('Trino', child, async () => {
      const nodes = await query("SELECT 1 FROM system.runtime.nodes WHERE state = 'active'");
      if (nodes.length === 0) throw new Error('no node yet');
    }),
  ).finally(close);
  return { port, pid: child.pid ?? 0, folder, stop };
}

/** Without the tables and schemas of the tests that had it. */
export async function resetTrino({ port }: Launched): Promise<void> {
  const { query, close } = askTrino(port);
  const quoted = (name: unknown) => `"${String(name).replaceAll('"', '""')}"`;
  try {
    const own = "table_schema <> 'information_schema'";
    for (const [schema, view] of await query(
      `SELECT table_schema, table_name FROM memory.information_schema.views WHERE ${own}`,
    ))
      await query(`DROP VIEW ${quoted(schema)}.${quoted(view)}`);
    for (const [schema, table] of await query(
      `SELECT table_schema, table_name FROM memory.information_schema.tables WHERE ${own}`,
    ))
      await query(`DROP TABLE ${quoted(schema)}.${quoted(table)}`);
    for (const [schema] of await query(
      'SELECT schema_name FROM memory.information_schema.schemata WHERE schema_name NOT IN ' +
        "('information_schema', 'default')",
    ))
      await query(`DROP SCHEMA ${quoted(schema)}`);
  } finally {
    close();
  }
}

/** Asks as the administrator. */
function askTrino(port: number): { readonly query: TestTrino['query']; readonly close: () => void } {
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
  return { query, close: () => client.close() };
}
