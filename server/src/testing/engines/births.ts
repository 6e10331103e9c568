import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { DatasetColumn, ResolvedDataset } from '../../chart-data/dataset.ts';
import { drivers } from '../../engines/drivers/drivers.ts';
import type { Engine } from '../../engines/engine.ts';
import { birthsEngines } from './births-engines.ts';

export type Births = {
  readonly dataset: ResolvedDataset;
  readonly engine: Engine;
  readonly close: () => Promise<void>;
};

export type BirthsKind = keyof typeof birthsEngines;

/** The kinds among these that this machine has; tests of the others are skipped by name. */
export const onThisMachine = <Kind extends BirthsKind>(kinds: readonly Kind[]): readonly Kind[] =>
  kinds.filter((kind) => birthsEngines[kind].isHere());

/**
 * The table `birth_names` in a real database of its own, its engine, and its dataset with the types that the database
 * names.
 */
export async function buildBirths(kind: BirthsKind): Promise<Births> {
  const { driver, fill } = birthsEngines[kind];
  const place = await fill();
  const base = mkdtempSync(join(tmpdir(), 'tessera-births-'));
  const engine = drivers[driver].open(
    { name: 'births', ...place.connection, secrets: {}, anyHost: true },
    {
      processFolder: base,
      dataFolders: [],
      temporary: base,
      metadata: { kind: 'sqlite', file: join(base, 'metadata.db') },
      allowedHosts: [],
      memoryMb: 256,
      idleMs: 60_000,
      ...place.context,
    },
  );
  return {
    dataset: await birthsDataset(engine),
    engine,
    close: async () => {
      await engine.close();
      await place.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

async function birthsDataset({ dialect, details }: Engine): Promise<ResolvedDataset> {
  const read = () => details({ catalog: null, schema: 'main', table: 'birth_names' }, new AbortController().signal);
  // A server that has just started may refuse the first of its questions.
  const { columns } = await read().catch(read);
  const known = columns.map(({ name, type }): DatasetColumn => {
    const kind = dialectOf(dialect).kindOf(type);
    return {
      name,
      verboseName: name === 'name' ? 'First name' : null,
      type,
      kind,
      isTemporal: kind === 'temporal',
      expression: null,
      timeFormat: null,
    };
  });
  return {
    id: 17,
    name: 'birth_names',
    versionKey: '17.1.1.1',
    databaseId: 1,
    databaseName: 'births',
    databaseVersion: 1,
    dialect,
    source: { kind: 'table', catalog: null, schema: 'main', table: 'birth_names' },
    columns: [
      ...known,
      {
        name: 'num_california',
        verboseName: null,
        type: null,
        kind: 'numeric',
        isTemporal: false,
        expression: "CASE WHEN state = 'CA' THEN num ELSE 0 END",
        timeFormat: null,
      },
    ],
    metrics: [
      { name: 'count', verboseName: 'COUNT(*)', expression: 'COUNT(*)', additivity: 'additive' },
      { name: 'total', verboseName: null, expression: 'SUM(num)', additivity: 'additive' },
    ],
    mainTimeColumn: 'ds',
    alwaysFilterMainTime: false,
    timeZone: null,
    cacheTimeout: null,
    databaseCacheTimeout: null,
    fetchValuesPredicate: null,
    templateParams: {},
    ownerIds: [],
    extract: null,
  };
}
