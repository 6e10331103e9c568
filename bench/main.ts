import { Agent } from 'node:http';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { freePort } from '../server/src/testing/processes/server-process.ts';
import { measureAccelerated } from './accelerated.ts';
import { measureCharts } from './charts.ts';
import { loadDashboard, openBrowser, signedIn } from './browser.ts';
import { CHARTS, makeContent, type Content } from './content.ts';
import { measureDashboards, measureEditor } from './dashboards.ts';
import { EVENT_ROWS, makeEvents } from './events.ts';
import { addCopy, CSV_ROWS, downloadCsv, startEventsCopy, type Export } from './exports.ts';
import { post, quantile, throughput, timeOne, type Target } from './load.ts';
import { proportionalMemory } from './memory.ts';
import { signIn, startServer, stopServers, type BenchServer } from './server.ts';
import { measureParallel } from './parallel.ts';
import { measureSharedScan } from './shared-scan.ts';
import { measureManyEditors, measureSchemaSearch, measureSqlPage } from './sql-editor.ts';
import { measureSqlResults } from './sql-results.ts';
import { measureUpload } from './upload.ts';
import { printTable, type Figure } from './table.ts';
import { measureViewers } from './viewers.ts';

const root = process.cwd();
const PORT = await freePort();
const admin = { username: 'bench', password: 'bench-password-1' };
const figures: Figure[] = [];
const say = (line: string) => console.log(line);
const settle = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const dataFolder = join(root, 'bench/data');
const events = join(dataFolder, 'events.duckdb');
/** `npm run bench -- charts`: what is waited for in Explore alone, on the sample data. */
const isChartsOnly = process.argv.includes('charts');
/** `npm run bench -- sql`: results of the SQL editor alone, on the sample data. */
const isSqlOnly = process.argv.includes('sql');
/** `npm run bench -- dashboards`: dashboards in the browser alone. */
const isDashboardsOnly = process.argv.includes('dashboards');
/** `npm run bench -- accelerated`: the dashboard on an extract alone. */
const isAcceleratedOnly = process.argv.includes('accelerated');
mkdirSync(dataFolder, { recursive: true });
if (!isChartsOnly && !isSqlOnly) {
  say(`Events: ${EVENT_ROWS.toLocaleString('en')} rows …`);
  await makeEvents(events);
}

const home = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
const config = join(home, 'bench.config.json');
writeFileSync(config, JSON.stringify({ dataFolders: [dataFolder], logLevel: 'error' }));
const env = {
  TESSERA_HOME: join(home, 'home'),
  TESSERA_CONFIG: config,
  TESSERA_ADMIN_USERNAME: admin.username,
  TESSERA_ADMIN_PASSWORD: admin.password,
  TESSERA_ADMIN_EMAIL: 'bench@example.org',
};

try {
  const content = await prepare();
  if (content) {
    if (!isDashboardsOnly && !isAcceleratedOnly) {
      await measureStart();
      await measureApi(content);
      await measureExports(content);
    }
    if (!isAcceleratedOnly) await measureBrowser();
    await measureExtract(content);
  }
  const isOnly = isDashboardsOnly || isAcceleratedOnly;
  if (!isOnly && !isSqlOnly) await measureExplore();
  if (!isOnly && !isChartsOnly) await measureSql();
} finally {
  await stopServers();
  rmSync(home, { recursive: true, force: true });
}
report();

/** First start with sample data; then the charts and dashboards that are measured. */
async function prepare(): Promise<Content | null> {
  say('First start, with sample data …');
  const began = performance.now();
  const server = await startServer(root, env, PORT, 'script');
  const client = await signIn(server.url, admin.username, admin.password);
  await untilSamples(client);
  figures.push({
    work: 'first start → sample data loaded',
    ours: (performance.now() - began) / 1000,
    unit: 's',
    bar: '',
    peer: '78 s without, 247 s with examples',
  });
  const made = isChartsOnly || isSqlOnly ? null : await makeContent(client, events);
  await server.stop();
  return made;
}

async function untilSamples(client: Awaited<ReturnType<typeof signIn>>): Promise<void> {
  for (let round = 0; round < 300; round++) {
    const { count } = await client.call('GET', '/api/v1/dashboard/?q=(page_size:1)');
    if (Number(count) > 0) return;
    await settle(200);
  }
}

async function measureStart(): Promise<void> {
  say('Start …');
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const server = await startServer(root, env, PORT, 'npm');
    times.push(server.healthMs / 1000);
    await server.stop();
  }
  figures.push({
    work: 'npm start → /health (median of 3)',
    ours: quantile(times, 0.5),
    unit: 's',
    bar: '< 1.5 s',
    peer: '3.2–6.2 s',
  });
}

async function measureApi(content: Content): Promise<void> {
  const server = await startServer(root, env, PORT, 'script');
  await settle(5000);
  figures.push({
    work: 'memory idle (proportional, all processes)',
    ours: proportionalMemory(server.pid),
    unit: 'MB',
    bar: '< 200 MB',
    peer: '474 MB',
  });
  const { bearer } = await signIn(server.url, admin.username, admin.password);
  figures.push(...(await measureViewers(server, bearer, content)));
  const target = (name: string, change: Record<string, unknown> = {}): Target => ({
    url: new URL('/api/v1/chart/data', server.url),
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ ...content.contexts[name], ...change }),
  });

  say('Chart data by API …');
  const pie = target('Revenue by device');
  await timeOne(() => pie, 200);
  const cached = await timeOne(() => pie, 2000);
  figures.push({ work: 'chart data, cached: p50', ours: cached.p50, unit: 'ms', bar: '< 1 ms', peer: '19.5 ms' });
  figures.push({ work: 'chart data, cached: p95', ours: cached.p95, unit: 'ms', bar: '', peer: '24.7 ms' });
  figures.push({
    work: 'chart data, cached, 16 connections',
    ours: await throughput(pie, 16, 5),
    unit: 'req/s',
    bar: '≥ 2000',
    peer: '92 req/s',
    note: 'client on the same two cores',
  });

  const { alone, forced } = await besideEngine(target('Revenue by device', { force: true }));
  figures.push({
    work: 'chart data, not cached: p50',
    ours: quantile(forced, 0.5),
    unit: 'ms',
    bar: '',
    peer: '86 ms',
  });
  figures.push({
    work: 'chart data, not cached: p95',
    ours: quantile(forced, 0.95),
    unit: 'ms',
    bar: '',
    peer: '96 ms',
  });
  figures.push({
    work: 'overhead above the engine alone: p50',
    ours: quantile(forced, 0.5) - quantile(alone, 0.5),
    unit: 'ms',
    bar: '< 5 ms',
    peer: '',
    note: `engine alone ${quantile(alone, 0.5).toFixed(1)} ms`,
  });
  for (const name of Object.keys(content.contexts)) {
    const { p50 } = await timeOne(() => target(name, { force: true }), 10);
    figures.push({ work: `  not cached: ${name}`, ours: p50, unit: 'ms', bar: '', peer: '' });
  }
  const [aContext] = Object.values(content.contexts);
  if (aContext) {
    for (const { name, apart, sharedScans } of await measureSharedScan(pie, aContext.datasource)) {
      figures.push({
        work: `six aggregate charts at once ÷ one by one, ${name}`,
        ours: sharedScans / apart,
        unit: '×',
        bar: '< 0.35 ×',
        peer: '',
        note: `${sharedScans.toFixed(0)} of ${apart.toFixed(0)} ms`,
      });
    }
  }
  if (aContext) figures.push(...(await measureParallel(pie, aContext.datasource, server.pid)));
  figures.push({
    work: 'memory after the API runs',
    ours: proportionalMemory(server.pid),
    unit: 'MB',
    bar: '< 600 MB',
    peer: '674 MB',
  });
  await server.stop();
}

/**
 * The same query with the product and without it, alternating, so that both meet the same machine. Milliseconds, 30 of
 * each.
 */
async function besideEngine(
  target: Target,
): Promise<{ readonly alone: readonly number[]; readonly forced: readonly number[] }> {
  const instance = await DuckDBInstance.create(events, { access_mode: 'READ_ONLY', threads: '2' });
  const connection = await instance.connect();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const alone: number[] = [];
  const forced: number[] = [];
  for (let round = 0; round < 33; round++) {
    const began = performance.now();
    await connection.runAndReadAll('SELECT device, sum(revenue) FROM events GROUP BY device ORDER BY 2 DESC LIMIT 100');
    const took = performance.now() - began;
    const asked = await post(target, agent);
    // The first rounds warm both.
    if (round >= 3) {
      alone.push(took);
      forced.push(asked);
    }
  }
  agent.destroy();
  connection.closeSync();
  instance.closeSync();
  return { alone, forced };
}

/**
 * Big files: their time, their first byte, and what they cost in memory. Five downloads behind one that warms: the
 * median of the times, the most of the rest.
 */
async function measureExports({ datasetId }: Content): Promise<void> {
  say('Exports …');
  const server = await startServer(root, env, PORT, 'script');
  const client = await signIn(server.url, admin.username, admin.password);
  const download = async (id: number): Promise<readonly Export[]> => {
    const files: Export[] = [];
    for (let round = 0; round < 6; round++) files.push(await downloadCsv(server.url, client.bearer, id, server.pid));
    return files.slice(1);
  };
  const add = (source: string, files: readonly Export[], peer: string) => {
    const short = files.find(({ rows }) => rows !== CSV_ROWS);
    if (short) throw new Error(`The CSV from ${source} has ${short.rows} rows.`);
    const seconds = files.map(({ whole }) => whole / 1000);
    const note = `median of ${seconds.length}, ${Math.min(...seconds).toFixed(2)}–${Math.max(...seconds).toFixed(2)} s`;
    figures.push({
      work: `CSV of 1 M rows, ${source}`,
      ours: quantile(seconds, 0.5),
      unit: 's',
      bar: '< 3 s',
      peer,
      note,
    });
    figures.push({
      work: '  first byte, the latest',
      ours: Math.max(...files.map(({ firstByte }) => firstByte)),
      unit: 'ms',
      bar: '< 100 ms',
      peer: '',
    });
    figures.push({
      work: '  memory growth, the most',
      ours: Math.max(...files.map(({ growth }) => growth)),
      unit: 'MB',
      bar: '< 50 MB',
      peer: peer === '' ? '' : '700 MB',
    });
  };
  add('embedded engine', await download(datasetId), '');
  const copy = await startEventsCopy(events);
  if (copy === null) say('No PostgreSQL on this machine: its CSV is left out.');
  else {
    try {
      add('PostgreSQL', await download(await addCopy(client, copy)), '22.6 s (streaming 3.6 s)');
    } finally {
      await copy.stop();
    }
  }
  await server.stop();
}

async function measureBrowser(): Promise<void> {
  const browser = await openBrowser();
  if (!browser) return;
  say('Dashboard in the browser …');
  const charts = CHARTS;
  const cold: number[] = [];
  const warm: number[] = [];
  let server: BenchServer | null = null;
  for (let round = 0; round < 3; round++) {
    await server?.stop();
    server = await startServer(root, env, PORT, 'script');
    const context = await signedIn(browser, server.url, admin.username, admin.password);
    cold.push((await loadDashboard(context, 'events', charts)).completeMs / 1000);
    warm.push((await loadDashboard(context, 'events', charts)).completeMs / 1000);
    await context.close();
  }
  figures.push({
    work: 'dashboard, data cold → all drawn',
    ours: quantile(cold, 0.5),
    unit: 's',
    bar: '< 0.9 s (12 charts)',
    peer: '4.24 s (12 charts)',
  });
  figures.push({
    work: 'dashboard, both warm',
    ours: quantile(warm, 0.5),
    unit: 's',
    bar: '< 0.4 s (12 charts)',
    peer: '2.38 s (12 charts)',
  });

  if (server) {
    const context = await signedIn(browser, server.url, admin.username, admin.password);
    figures.push(...(await measureDashboards(context, charts)));
    figures.push(...(await measureEditor(context, await signIn(server.url, admin.username, admin.password))));
    const fresh = await browser.newContext({
      baseURL: server.url,
      storageState: await context.storageState(),
      viewport: { width: 1440, height: 900 },
    });
    const empty = await loadDashboard(fresh, 'empty', 0);
    figures.push({
      work: 'viewer page before any chart: JavaScript on the wire',
      ours: empty.scriptKb,
      unit: 'kB',
      bar: '< 250 kB',
      peer: '2800 kB',
    });
    figures.push({
      work: 'viewer page: longest task',
      ours: empty.longestTaskMs,
      unit: 'ms',
      bar: '< 100 ms',
      peer: '1.5–1.8 s in all',
    });
    figures.push({
      work: 'memory after the whole bench',
      ours: proportionalMemory(server.pid),
      unit: 'MB',
      bar: '< 600 MB',
      peer: '674 MB',
    });
    await server.stop();
  }
  await browser.close();
}

async function measureExtract({ datasetId }: Content): Promise<void> {
  const browser = await openBrowser();
  if (!browser) return;
  say('The dashboard on an extract …');
  const server = await startServer(root, env, PORT, 'script');
  const client = await signIn(server.url, admin.username, admin.password);
  const context = await signedIn(browser, server.url, admin.username, admin.password);
  figures.push(...(await measureAccelerated(context, client, datasetId, CHARTS)));
  await browser.close();
  await server.stop();
}

async function measureExplore(): Promise<void> {
  const browser = await openBrowser();
  if (!browser) return;
  say('Explore in the browser …');
  const server = await startServer(root, env, PORT, 'script');
  const client = await signIn(server.url, admin.username, admin.password);
  const context = await signedIn(browser, server.url, admin.username, admin.password);
  figures.push(...(await measureCharts(context, client)), ...(await measureUpload(context, home)));
  await browser.close();
  await server.stop();
}

async function measureSql(): Promise<void> {
  const browser = await openBrowser();
  if (!browser) return;
  say('The SQL editor …');
  const server = await startServer(root, env, PORT, 'script');
  const context = await signedIn(browser, server.url, admin.username, admin.password);
  figures.push(...(await measureSqlPage(context)), ...(await measureSqlResults(context)));
  await browser.close();
  figures.push(measureSchemaSearch());
  figures.push(await measureManyEditors(await signIn(server.url, admin.username, admin.password), server.url));
  await server.stop();
}

function report(): void {
  say(
    `\n${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
      `Node ${process.version}, seeded events of ${EVENT_ROWS.toLocaleString('en')} rows in the embedded engine`,
  );
  say(printTable(figures));
  const folder = join(root, 'bench/results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}.json`);
  const measured = { at: new Date().toISOString(), cores: cpus().length, node: process.version, figures };
  writeFileSync(file, `${JSON.stringify(measured, null, 2)}\n`);
  say(`\nWritten to ${file}`);
}
