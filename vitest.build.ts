import { buildWhatIsOld } from './scripts/lib/builds.mjs';

/** Tests of workers and of the whole server run what is delivered: it is built once, before the first of them. */
export async function setup(): Promise<void> {
  await buildWhatIsOld();
}
