import { t } from '@tessera/core/messages';

/** What templates may look at: values of rows and what helpers make of them. */
export type Value = unknown;
export type Node = Readonly<Record<string, unknown>> & { readonly type: string };
export type Program = { readonly body: readonly Node[]; readonly blockParams: readonly string[] };

/** Where a part of a template is evaluated. */
export type Scope = {
  readonly value: Value;
  readonly parent: Scope | null;
  /** `@index`, `@key`, `@first`, `@last` and `@root`. */
  readonly data: Readonly<Record<string, Value>>;
  readonly named: Readonly<Record<string, Value>>;
};

export type Run = {
  readonly formatTime: (format: string, epochMs: number) => string;
  readonly formatNumber: (format: string, value: number) => string;
  /** Steps that are left: a template that loops over itself ends. */
  readonly budget: { steps: number; characters: number };
};

/** A template that cannot be read or run, in words for its author. */
export class TemplateError extends Error {}

/** An own key of a plain object or a list, or the length of a list. */
export function own(value: Value, key: string): Value {
  if (Array.isArray(value)) return key === 'length' ? value.length : (value as readonly Value[])[Number(key)];
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, key) ? (value as Readonly<Record<string, Value>>)[key] : undefined;
}

export function spend({ budget }: Run, steps: number): void {
  budget.steps -= steps;
  if (budget.steps < 0) throw new TemplateError(t('The template takes too many steps.'));
}

export function written(text: string, { budget }: Run): string {
  budget.characters -= text.length;
  if (budget.characters < 0) throw new TemplateError(t('The template writes too much.'));
  return text;
}

/** A value as text; objects say nothing by themselves. */
export function textOf(value: Value): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return Array.isArray(value) ? value.map(textOf).join(',') : '';
}
