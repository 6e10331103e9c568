import { Agent } from 'node:http';
import type { Content } from './content.ts';
import { post, quantile, type Target } from './load.ts';
import type { BenchServer } from './server.ts';
import type { Figure } from './table.ts';

const VIEWERS = 500;

/** So many users open the same charts in one moment, on a server that has answered nobody: each is run once. */
export async function measureViewers(
  server: BenchServer,
  bearer: string,
  { contexts }: Content,
): Promise<readonly Figure[]> {
  const asked = Object.values(contexts);
  const headers = { authorization: `Bearer ${bearer}` };
  const target: Target = {
    url: new URL('/api/v1/chart/data/batch', server.url),
    headers,
    body: JSON.stringify({ requests: asked.map((context, id) => ({ ...context, id })) }),
  };
  const before = await runs(server, headers);
  const agent = new Agent({ keepAlive: true, maxSockets: VIEWERS });
  const took = await Promise.all(Array.from({ length: VIEWERS }, () => post(target, agent)));
  agent.destroy();
  const ran = (await runs(server, headers)) - before;
  return [
    {
      work: `${VIEWERS} viewers open ${asked.length} charts cold → queries that were run`,
      ours: ran,
      unit: '',
      bar: `${asked.length}`,
      peer: '',
      note: `answered after ${quantile(took, 0.5).toFixed(0)} ms (p50), ${quantile(took, 0.95).toFixed(0)} ms (p95)`,
    },
  ];
}

/** Results that a database had to make since the server began. */
async function runs(server: BenchServer, headers: Readonly<Record<string, string>>): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
  return Number(/^tessera_chart_data_misses (\d+)/m.exec(text)?.[1] ?? Number.NaN);
}
