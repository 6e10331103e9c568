import { setLanguage, translate, type Catalogue } from '@tessera/core/messages';
import {
  emptyCatalog,
  type Catalog,
  type TableEntry,
  type TableRef,
  type ShapeAnswer,
  type Want,
} from '@tessera/query/sql-assist/catalog';
import { assistDialectOf } from '@tessera/query/sql-assist/dialects';
import { faultsOf } from '@tessera/query/sql-assist/faults';
import type { Fault } from '@tessera/query/sql-assist/faults-model';
import type { Span } from '@tessera/query/sql-assist/lexer';
import { readScript, type Script } from '@tessera/query/sql-assist/script';

/** A text to look at, and what is known of the database since the one before. */
export type FaultsRequest = {
  readonly id: number;
  readonly text: string;
  readonly engine: string | null;
  /** What somebody sees of it. */
  readonly near: Span;
  /** It is about another database: what was known is forgotten. */
  readonly isOther: boolean;
  readonly schema: string | null;
  readonly schemas: readonly string[];
  readonly tables: readonly (readonly [schema: string | null, entries: readonly TableEntry[]])[];
  readonly shapes: readonly (readonly [table: TableRef, shape: Exclude<ShapeAnswer, null>])[];
  /** The language of the page, with the first one. */
  readonly language: { readonly catalogue: Catalogue; readonly locale: string } | null;
};
export type FaultsReply = { readonly id: number; readonly faults: readonly Fault[]; readonly wants: readonly Want[] };

const keyOf = ({ catalog, schema, name }: TableRef) => JSON.stringify([catalog, schema, name]);

let script: Script | null = null;
const tables = new Map<string | null, readonly TableEntry[]>();
const shapes = new Map<string, Exclude<ShapeAnswer, null>>();

self.addEventListener('message', ({ data }: MessageEvent<FaultsRequest>) => {
  if (data.language) setLanguage(translate(data.language.catalogue, data.language.locale));
  if (data.isOther) {
    tables.clear();
    shapes.clear();
  }
  data.tables.forEach(([schema, entries]) => tables.set(schema, entries));
  data.shapes.forEach(([table, shape]) => shapes.set(keyOf(table), shape));
  script = readScript(data.text, assistDialectOf(data.engine), script);
  const catalog: Catalog = {
    ...emptyCatalog,
    schema: data.schema,
    schemas: data.schemas,
    tables: (schema) => tables.get(schema) ?? null,
    shape: (table) => shapes.get(keyOf(table)) ?? null,
  };
  const reply: FaultsReply = { id: data.id, ...faultsOf(script, catalog, data.near) };
  self.postMessage(reply);
});
