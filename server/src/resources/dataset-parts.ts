import { parseJsonText } from './json-text.ts';

type Part = {
  readonly certified_by: string | null;
  readonly certification_details: string | null;
  readonly warning_text: string | null;
  readonly extra: string | null;
};

/** Certification and warning of a column or metric. Older clients wrote them into `extra`, as JSON. */
export function marksOf({ certified_by, certification_details, warning_text, extra }: Part) {
  const more = objectOf(extra);
  const certification = asObject(more['certification']);
  const by = certified_by || textOf(certification['certified_by']);
  return {
    certified_by: by,
    certification_details: certification_details || textOf(certification['details']),
    is_certified: by !== null,
    warning_text,
    warning_markdown: textOf(more['warning_markdown']) ?? warning_text,
  };
}

/** Every column in both directions, as the raw mode of tables offers them. */
export function orderByChoices(columns: readonly { readonly column_name: string }[]): [string, string][] {
  return columns.flatMap(({ column_name: name }): [string, string][] => [
    [JSON.stringify([name, true]), `${name} [asc]`],
    [JSON.stringify([name, false]), `${name} [desc]`],
  ]);
}

/** The currency of a metric, which clients write as an object or as a text. */
export function currencyOf(text: string | null): unknown {
  try {
    return text === null ? null : parseJsonText(text);
  } catch {
    return text;
  }
}

function objectOf(text: string | null): Readonly<Record<string, unknown>> {
  try {
    return text === null ? {} : asObject(parseJsonText(text));
  } catch {
    return {};
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
