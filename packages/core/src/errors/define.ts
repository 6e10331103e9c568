import { message, type Words } from '../messages.ts';

/** Levels of the error list that API clients read. */
export type ErrorLevel = 'error' | 'warning' | 'info';

/** One entry of the catalogue: HTTP status, the type that API clients know, and the sentence. */
export type ErrorEntry = {
  readonly status: number;
  /** Name on the wire in the error list (`reference` names, ending in _ERROR); default by status. */
  readonly type?: string;
  readonly level?: ErrorLevel;
  readonly text: (params: never) => Words;
};

/** Complaints by field; each field on its own, as `name: Must be unique`. */
export type Complaints = Readonly<Record<string, readonly Words[]>>;

export function fieldsText(fields: Complaints): Words {
  return Object.entries(fields).map(([field, complaints]) =>
    message('%(field)s: %(complaints)s', { field, complaints }),
  );
}

/** Identity at run time; it keeps each entry's own parameter type while checking its shape. */
export function defineErrors<const E extends Readonly<Record<string, ErrorEntry>>>(entries: E): E {
  return entries;
}

/** Parameters of a sentence without gaps. */
export type None = Readonly<Record<string, never>>;
