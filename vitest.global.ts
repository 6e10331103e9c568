import { buildWhatIsOld } from './scripts/lib/builds.mjs';
import { lendRunServers } from './server/src/testing/engines/run-servers.ts';

/**
 * Tests of processes, workers and the whole server run what is delivered: it is built once, before the first of them.
 * Database servers are lent to them, and end with the run.
 */
export async function setup(): Promise<() => Promise<void>> {
  await buildWhatIsOld();
  return lendRunServers();
}
