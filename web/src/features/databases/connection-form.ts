import type { AvailableEngine, ConnectionField, DatabaseConnection, DatabaseInput, FieldValue, FieldValues } from '../../api/databases.ts';
import { secretMask } from '../../api/databases.ts';

export type ConnectionForm = { readonly name: string; readonly engine: string; readonly values: FieldValues; readonly cacheTimeout: number | null };

/** A new connection with the defaults of its kind; what another kind had under the same name is kept. */
export function emptyForm(engine: AvailableEngine, before: ConnectionForm | null): ConnectionForm {
  const kept = before?.values ?? {};
  return {
    name: before?.name ?? '',
    engine: engine.engine,
    // A port belongs to its kind of database; a host, a user and a password are worth keeping.
    values: Object.fromEntries(engine.fields.map((field) => [field.name, field.name !== 'port' && kept[field.name] !== undefined ? (kept[field.name] ?? null) : field.default])),
    cacheTimeout: before?.cacheTimeout ?? null,
  };
}

/** The form of a saved connection: secrets come masked and show as an empty field that says so. */
export function savedForm(saved: DatabaseConnection): ConnectionForm {
  return { name: saved.database_name, engine: saved.engine, values: saved.parameters, cacheTimeout: saved.cache_timeout };
}

/** What is sent: empty fields as null, secrets that were not typed again left out, so that they stay. */
export function inputOf(form: ConnectionForm, fields: readonly ConnectionField[], id: number | null): DatabaseInput {
  const sent = fields.flatMap((field): [string, FieldValue][] => {
    const value = form.values[field.name] ?? null;
    if (field.secret && (value === secretMask || (id !== null && (value === null || value === '')))) return [];
    return [[field.name, value === '' ? null : value]];
  });
  return {
    ...(id === null ? {} : { id }),
    database_name: form.name.trim(),
    engine: form.engine,
    parameters: Object.fromEntries(sent),
    cache_timeout: form.cacheTimeout,
  };
}

/** Labels of the required fields that are empty. */
export function missingFields(form: ConnectionForm, fields: readonly ConnectionField[], id: number | null): readonly string[] {
  const empty = fields.filter((field) => field.required && !(field.secret && id !== null) && (form.values[field.name] ?? '') === '');
  return [...(form.name.trim() === '' ? ['Name'] : []), ...empty.map((field) => field.label)];
}
