import type { Catalog, FunctionEntry, TableEntry } from './catalog.ts';
import type { AssistDialect } from './dialects.ts';
import { bestFits, offerOf, tableSubject, type Offer } from './offers.ts';
import { tableText } from './offer-joins.ts';
import type { Place } from './place.ts';
import { outputOf, sameName, visibleCtes } from './resolve.ts';
import { quoteName, writeName, writeTyped } from './writing.ts';

/** From so many letters on, tables of other schemas are looked for. */
const LETTERS_OF_SEARCH = 2;
const MAX_FOUND = 100;

/** What FROM may name: queries of WITH, tables of the schema, those found elsewhere, schemas, functions of rows. */
export function relationOffers(place: Place, catalog: Catalog, dialect: AssistDialect): readonly Offer[] {
  const { qualifier, typed } = place;
  if (qualifier.length > 0) return tablesBehind(place, catalog, dialect);
  const own = bestFits(typed.text, catalog.tables(catalog.schema) ?? [], ({ name }) => name);
  const found = typed.text.length >= LETTERS_OF_SEARCH ? (catalog.search(typed.text) ?? []) : [];
  const isOwn = new Set(own.map(pathText));
  const others = found.slice(0, MAX_FOUND).filter((entry) => !isOwn.has(pathText(entry)));
  return [
    ...cteOffers(place, catalog, dialect),
    ...own.map((entry) => tableOffer(entry, place, catalog, dialect, 40)),
    ...others.map((entry) => tableOffer(entry, place, catalog, dialect, 10)),
    ...(typed.quote === '' ? schemaOffers(catalog, dialect) : []),
    ...(typed.quote === '' ? rowFunctions(catalog) : []),
  ];
}

function pathText({ schema, name }: TableEntry): string {
  return JSON.stringify([schema, name]);
}

function cteOffers({ query, typed }: Place, catalog: Catalog, dialect: AssistDialect): readonly Offer[] {
  return visibleCtes(query).flatMap((cte) => {
    if (cte.query === null) return [];
    const { columns, isComplete } = outputOf(cte.query, catalog);
    return offerOf({
      label: cte.name.text,
      kind: 'query',
      insert: writeTyped(cte.name.text, typed.quote, dialect),
      detail: 'WITH',
      subject: { kind: 'query', name: cte.name.text, columns, isComplete },
      boost: 80,
    });
  });
}

function tableOffer(
  entry: TableEntry,
  { typed }: Place,
  catalog: Catalog,
  dialect: AssistDialect,
  boost: number,
): Offer {
  const isOwn = entry.schema === null || entry.schema === catalog.schema;
  const written =
    typed.quote === '' ? tableText(entry, catalog, dialect) : quotedPath(entry, isOwn, typed.quote, dialect);
  return offerOf({
    label: entry.name,
    kind: entry.kind,
    insert: written,
    detail: isOwn ? null : entry.schema,
    subject: tableSubject(entry),
    boost,
  });
}

function quotedPath(entry: TableEntry, isOwn: boolean, quote: string, dialect: AssistDialect): string {
  const name = quoteName(entry.name, dialect, quote);
  return isOwn || entry.schema === null ? name : `${quoteName(entry.schema, dialect, quote)}.${name}`;
}

function schemaOffers({ schemas }: Catalog, dialect: AssistDialect): readonly Offer[] {
  return schemas.map((schema) =>
    offerOf({
      label: schema,
      kind: 'schema',
      insert: `${writeName([schema], dialect)}.`,
      boost: -10,
      goesOn: true,
    }),
  );
}

function rowFunctions({ functions }: Catalog): readonly Offer[] {
  return [...functions.values()]
    .filter(({ kind }) => kind === 'table')
    .map((entry) => functionOffer(entry.name, entry, -30));
}

/** A call with its brackets, and the cursor where its first argument goes. */
export function functionOffer(name: string, entry: FunctionEntry, boost: number): Offer {
  const takesNothing = entry.signatures.length > 0 && entry.signatures.every((each) => each.arguments.length === 0);
  return offerOf({
    label: name,
    kind: 'function',
    insert: takesNothing ? `${name}()` : `${name}(\${})`,
    hasFields: !takesNothing,
    detail: signatureText(entry),
    subject: { kind: 'function', function: entry },
    boost,
  });
}

export function signatureText({ signatures }: FunctionEntry): string | null {
  const [first] = signatures;
  if (!first) return null;
  const names = first.arguments.map(({ name, isOptional, isVariadic }) =>
    isVariadic ? `${name}…` : isOptional ? `[${name}]` : name,
  );
  return `(${names.join(', ')})`;
}

function tablesBehind(place: Place, catalog: Catalog, dialect: AssistDialect): readonly Offer[] {
  const { qualifier, typed } = place;
  const schema = qualifier.at(-1)?.text ?? '';
  const known =
    catalog.schemas.find((each) => each === schema) ?? catalog.schemas.find((each) => sameName(each, schema));
  const entries = bestFits(typed.text, catalog.tables(known ?? schema) ?? [], ({ name }) => name);
  return entries.map((entry) =>
    offerOf({
      label: entry.name,
      kind: entry.kind,
      insert: writeTyped(entry.name, typed.quote, dialect),
      subject: tableSubject(entry),
      boost: 40,
    }),
  );
}
