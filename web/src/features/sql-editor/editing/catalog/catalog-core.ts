import type {
  Catalog,
  FunctionEntry,
  Macro,
  ShapeAnswer,
  Snippet,
  TableEntry,
  TableRef,
  TableShape,
  Want,
} from '@tessera/query/sql-assist/catalog';
import { firstSchema } from '../../../../api/catalog.ts';

/** What asks the database; `null` for a table that is not there. */
export type CatalogCalls = {
  readonly schemas: () => Promise<readonly string[]>;
  readonly tables: (schema: string) => Promise<readonly TableEntry[]>;
  readonly search: (text: string) => Promise<readonly TableEntry[]>;
  readonly shapes: (tables: readonly TableRef[]) => Promise<readonly (TableShape | null)[]>;
  readonly functions: () => Promise<ReadonlyMap<string, FunctionEntry>>;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** What templates may be written with, and what the user stored. */
export type Extras = {
  readonly snippets: readonly Snippet[];
  readonly macros: readonly Macro[];
  readonly parameters: ReadonlyMap<string, string>;
};
export const noExtras: Extras = { snippets: [], macros: [], parameters: new Map() };

export type CatalogCore = {
  readonly calls: CatalogCalls;
  readonly listeners: Set<() => void>;
  /** The schema that was chosen in the tab. */
  readonly chosen: string | null;
  schemas: readonly string[] | null;
  functions: ReadonlyMap<string, FunctionEntry>;
  extras: Extras;
  readonly tables: Map<string, readonly TableEntry[]>;
  readonly found: Map<string, readonly TableEntry[]>;
  readonly shapes: Map<string, Exclude<ShapeAnswer, null>>;
  /** What is on its way, by its own text. */
  readonly asked: Map<string, Promise<void>>;
  /** When something failed. */
  readonly failed: Map<string, number>;
  catalog: Catalog | null;
};

export function createCatalogCore(calls: CatalogCalls, chosen: string | null): CatalogCore {
  return {
    calls,
    chosen,
    listeners: new Set(),
    schemas: null,
    functions: new Map(),
    extras: noExtras,
    tables: new Map(),
    found: new Map(),
    shapes: new Map(),
    asked: new Map(),
    failed: new Map(),
    catalog: null,
  };
}

/** What is at hand; the same object until there is more. */
export function catalogOf(core: CatalogCore): Catalog {
  core.catalog ??= {
    schema: schemaOf(core),
    schemas: core.schemas ?? [],
    tables: (schema) => tablesOf(core, schema),
    search: (text) => core.found.get(searchKey(text)) ?? foundBefore(core, text),
    shape: (table) => shapeOf(core, table),
    functions: core.functions,
    ...core.extras,
  };
  return core.catalog;
}

function schemaOf({ chosen, schemas }: CatalogCore): string | null {
  return chosen ?? (schemas ? firstSchema(schemas) : null);
}

function tablesOf(core: CatalogCore, schema: string | null): readonly TableEntry[] | null {
  if (core.schemas === null) return null;
  const own = schema ?? schemaOf(core);
  // A catalogue, or a typing mistake: nothing is there to be listed.
  if (own === null || !hasSchema(core, own)) return [];
  return core.tables.get(own.toLowerCase()) ?? null;
}

function hasSchema({ schemas, chosen }: CatalogCore, schema: string): boolean {
  const name = schema.toLowerCase();
  return chosen?.toLowerCase() === name || schemas?.some((each) => each.toLowerCase() === name) === true;
}

const searchKey = (text: string) => text.toLowerCase();

/** What was found for the first letters, as far as it still fits: a list that stays while the next one comes. */
function foundBefore({ found }: CatalogCore, text: string): readonly TableEntry[] | null {
  const wanted = searchKey(text);
  for (let length = wanted.length - 1; length >= 2; length -= 1) {
    const before = found.get(wanted.slice(0, length));
    // All that the shorter text finds is here, so that what the longer one finds is among it.
    if (before && before.length < FULL_SEARCH) return before.filter(({ name }) => name.toLowerCase().includes(wanted));
  }
  return null;
}

/** A search that found so many was cut. */
const FULL_SEARCH = 50;

const shapeKey = (core: CatalogCore, { catalog, schema, name }: TableRef) =>
  JSON.stringify([catalog, schema ?? schemaOf(core), name]).toLowerCase();

function shapeOf(core: CatalogCore, table: TableRef): ShapeAnswer {
  const known = core.shapes.get(shapeKey(core, table));
  if (known !== undefined || core.schemas === null) return known ?? null;
  if (table.catalog !== null) return null;
  const schema = table.schema ?? schemaOf(core);
  if (schema === null || !hasSchema(core, schema)) return 'unknown';
  const listed = core.tables.get(schema.toLowerCase());
  if (listed && !listed.some(({ name }) => name.toLowerCase() === table.name.toLowerCase())) return 'absent';
  return null;
}

/** Fetch what is wanted; each thing once at a time. @returns whether there is more than before */
export async function loadWants(core: CatalogCore, wants: readonly Want[]): Promise<boolean> {
  const before = catalogOf(core);
  await loadSchemas(core);
  const shapes = wants.flatMap((want) =>
    want.kind === 'shape' && shapeOf(core, want.table) === null ? want.table : [],
  );
  await Promise.all([
    ...wants.map((want) => (want.kind === 'shape' ? undefined : loadList(core, want))),
    ...inParts(shapes, MAX_SHAPES).map((part) => loadShapes(core, part)),
  ]);
  return catalogOf(core) !== before;
}

/** So many tables are asked for in one call. */
const MAX_SHAPES = 50;

function inParts<T>(list: readonly T[], most: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / most) }, (_, at) => list.slice(at * most, (at + 1) * most));
}

export function loadSchemas(core: CatalogCore): Promise<void> {
  if (core.schemas !== null) return Promise.resolve();
  return once(core, 'schemas', async () => {
    core.schemas = await core.calls.schemas();
  });
}

export function loadFunctions(core: CatalogCore): Promise<void> {
  return once(core, 'functions', async () => {
    core.functions = await core.calls.functions();
  });
}

function loadList(core: CatalogCore, want: Exclude<Want, { kind: 'shape' }>): Promise<void> {
  if (want.kind === 'search') {
    const key = searchKey(want.text);
    if (core.found.has(key)) return Promise.resolve();
    return once(core, `search ${key}`, async () => void core.found.set(key, await core.calls.search(key)));
  }
  const schema = want.schema ?? schemaOf(core);
  if (schema === null || tablesOf(core, schema) !== null) return Promise.resolve();
  return once(core, `tables ${schema}`, async () => {
    core.tables.set(schema.toLowerCase(), await core.calls.tables(schema));
  });
}

function loadShapes(core: CatalogCore, tables: readonly TableRef[]): Promise<void> {
  const schema = schemaOf(core);
  const whole = tables.map((table) => ({ ...table, schema: table.schema ?? schema }));
  return once(core, `shapes ${JSON.stringify(whole)}`, async () => {
    const answers = await core.calls.shapes(whole);
    whole.forEach((table, at) => core.shapes.set(shapeKey(core, table), answers[at] ?? 'absent'));
  });
}

/** What failed is requested again after so long, in ms. */
const RETRY_MS = 20_000;

/** A failure is no answer, and nothing is said of it: whoever runs the query learns what is wrong. */
function once(core: CatalogCore, key: string, ask: () => Promise<unknown>): Promise<void> {
  const before = core.asked.get(key);
  if (before) return before;
  const failed = core.failed.get(key);
  if (failed !== undefined && core.calls.now() - failed < RETRY_MS) return Promise.resolve();
  const asking = ask().then(
    () => changed(core),
    () => void core.failed.set(key, core.calls.now()),
  );
  core.asked.set(
    key,
    asking.finally(() => core.asked.delete(key)),
  );
  return asking;
}

function changed(core: CatalogCore): void {
  core.catalog = null;
  core.listeners.forEach((listener) => listener());
}

export function setExtras(core: CatalogCore, extras: Extras): void {
  core.extras = extras;
  changed(core);
}

/** Somebody else asked the database: what came is known here, too. */
export function learnTables(core: CatalogCore, schema: string, entries: readonly TableEntry[]): void {
  if (core.tables.get(schema.toLowerCase()) === entries) return;
  core.tables.set(schema.toLowerCase(), entries);
  changed(core);
}

export function learnShape(core: CatalogCore, table: TableRef, shape: TableShape): void {
  core.shapes.set(shapeKey(core, table), shape);
  changed(core);
}
