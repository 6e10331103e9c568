import { expect, test } from 'vitest';
import { kindOfType } from './kind-of-type.ts';

test.each([
  ['INTEGER', 'numeric'],
  ['DECIMAL(10,2)', 'numeric'],
  ['UInt64', 'numeric'],
  ['Nullable(Int32)', 'numeric'],
  ['hugeint', 'numeric'],
  ['double precision', 'numeric'],
  ['INTEGER[]', 'string'],
  ['interval', 'string'],
  ['timestamp with time zone', 'temporal'],
  ['DateTime64(3)', 'temporal'],
  ['BOOLEAN', 'boolean'],
  ['character varying(20)', 'string'],
  ['LowCardinality(String)', 'string'],
  ['', 'string'],
] as const)('a column of type %s is %s', (type, kind) => {
  expect(kindOfType(type)).toBe(kind);
});
