import { failPost } from './frame.ts';

/** Options of a step as the request has them. */
export type Options = Readonly<Record<string, unknown>>;

/** A list of texts; missing and null are empty, one text is a list of one. @throws AppError post_processing */
export function texts(options: Options, name: string): readonly string[] {
  const value = options[name] ?? [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map((item) => (typeof item === 'string' ? item : failPost(`\`${name}\` must be a list of names.`)));
}

/** A required text. @throws AppError post_processing */
export function text(options: Options, name: string): string {
  const value = options[name];
  return typeof value === 'string' ? value : failPost(`\`${name}\` is missing.`);
}

export function textOr<T extends string | null>(options: Options, name: string, otherwise: T): string | T {
  const value = options[name];
  return typeof value === 'string' ? value : otherwise;
}

/** @throws AppError post_processing if there is something that is no finite number */
export function numberOr<T extends number | null>(options: Options, name: string, otherwise: T): number | T {
  const value = options[name];
  if (value === undefined || value === null) return otherwise;
  return typeof value === 'number' && Number.isFinite(value) ? value : failPost(`\`${name}\` must be a number.`);
}

export function flag(options: Options, name: string, otherwise: boolean): boolean {
  const value = options[name];
  return typeof value === 'boolean' ? value : otherwise;
}

export function isRecord(value: unknown): value is Options {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function record(options: Options, name: string): Options {
  const value = options[name] ?? {};
  return isRecord(value) ? value : failPost(`\`${name}\` must be an object.`);
}

/** {source: target} of column names. @throws AppError post_processing */
export function columnMap(options: Options, name = 'columns'): Readonly<Record<string, string>> {
  const entries = Object.entries(record(options, name)).map(([source, target]): [string, string] => [
    source,
    typeof target === 'string' ? target : failPost(`\`${name}\` must map names to names.`),
  ]);
  return Object.fromEntries(entries);
}

export type AggregateSpec = {
  readonly name: string;
  readonly operator: string;
  readonly column: string;
  readonly options: Options;
};

/** `aggregates`: {name: {operator, column = name, options}}. @throws AppError post_processing */
export function aggregateSpecs(options: Options): readonly AggregateSpec[] {
  return Object.entries(record(options, 'aggregates')).map(([name, given]) => {
    const spec = isRecord(given) ? given : {};
    if (typeof spec['operator'] !== 'string') return failPost(`Operator not defined for aggregator: ${name}`);
    return {
      name,
      operator: spec['operator'],
      column: textOr(spec, 'column', name),
      options: isRecord(spec['options']) ? spec['options'] : {},
    };
  });
}

/** How many names the options hold: the most columns that a step can make of one. */
export function namesIn(options: Options): number {
  return Object.values(options).reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? value.length : isRecord(value) ? Object.keys(value).length : 0),
    0,
  );
}
