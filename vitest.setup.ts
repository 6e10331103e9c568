import * as fc from 'fast-check';

/**
 * Random cases are others in each run, so that they go on finding what nobody thought of. Where a change is judged they
 * are always the same: a case that was never tried before says nothing of that change. TESSERA_TEST_SEED repeats a run.
 */
const seed = process.env['TESSERA_TEST_SEED'] ?? (process.env['CI'] ? '20261121' : undefined);
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });
