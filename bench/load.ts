import { Agent, request } from 'node:http';

export type Target = { readonly url: URL; readonly headers: Readonly<Record<string, string>>; readonly body: string };
export type Timing = { readonly p50: number; readonly p95: number };

/** Send one POST and read the whole answer. @returns milliseconds @throws Error on any status but 200 */
export function post(target: Target, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const sent = request(
      target.url,
      {
        method: 'POST',
        agent,
        headers: {
          ...target.headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(target.body),
        },
      },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`status ${answer.statusCode} from ${target.url.pathname}`));
        answer.resume();
        answer.on('end', () => resolve(performance.now() - began));
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(target.body);
  });
}

/** The same request again and again on one connection. @returns milliseconds */
export async function timeOne(targetOf: (round: number) => Target, rounds: number): Promise<Timing> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await post(targetOf(round), agent));
  agent.destroy();
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

/** Requests answered per second by `connections` that each ask again as soon as they are answered. */
export async function throughput(target: Target, connections: number, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + seconds * 1000;
  let answered = 0;
  const one = async () => {
    while (performance.now() < until) {
      await post(target, agent);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  agent.destroy();
  return answered / seconds;
}

/** Linear quantile of unsorted numbers. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}
