import { buildWhatIsOld } from './scripts/lib/builds.mjs';

/**
 * Tests of processes, workers and the whole server run what is delivered: it is built once, before the first of them.
 */
export async function setup() {
  await buildWhatIsOld();
}
