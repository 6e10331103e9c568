import { defineKind } from './kind.ts';

export type JsonValue = Readonly<Record<string, unknown>> | readonly unknown[];

/** A structure that is written as JSON. */
export type JsonControl = { readonly kind: 'json'; readonly default: JsonValue };

export const json = defineKind<JsonControl, JsonValue>({
  read: (value) => (typeof value === 'object' && value !== null ? (value as JsonValue) : undefined),
  empty: (control) => control.default,
  initial: (control) => control.default,
});
