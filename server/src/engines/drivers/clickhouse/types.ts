import { withMicros } from '@tessera/core/micros';
import type { Cell, ColumnKind } from '@tessera/core/table';
import type { ColumnReader } from '../../values/batches.ts';
import { decimalTextCell, integerCell } from '../../values/numbers.ts';
import { partsOf } from './lists.ts';

type Parse = (value: unknown) => Cell;
type Kind = { readonly kind: ColumnKind; readonly parse: Parse };

/** Reader of a result column from its type, `Array(Nullable(Int64))` and the like. */
export function readerOf(name: string, type: string): ColumnReader {
  return { name, type, ...kindOf(type) };
}

function kindOf(type: string): Kind {
  const [, base = type, inside = ''] = /^(\w+)\((.*)\)$/s.exec(type) ?? [];
  switch (base) {
    case 'Nullable':
    case 'LowCardinality':
      return kindOf(inside);
    case 'SimpleAggregateFunction':
      return kindOf(partsOf(inside)[1] ?? 'String');
    case 'Bool':
      return { kind: 'boolean', parse: (value) => value === true || value === 'true' };
    case 'Decimal':
    case 'Decimal32':
    case 'Decimal64':
    case 'Decimal128':
    case 'Decimal256':
      return { kind: 'numeric', parse: (value) => decimalTextCell(String(value)) };
    case 'Float32':
    case 'Float64':
    case 'BFloat16':
      return { kind: 'numeric', parse: floatCell };
    case 'Date':
    case 'Date32':
    case 'DateTime':
    case 'DateTime64':
      return { kind: 'temporal', parse: (value) => instantCell(String(value)) };
    case 'Array':
      return { kind: 'string', parse: listOf(innerOf(inside)) };
    case 'Map':
      return { kind: 'string', parse: objectOf(() => innerOf(partsOf(inside)[1] ?? 'String')) };
    case 'Tuple':
    case 'Nested':
      return { kind: 'string', parse: tupleOf(partsOf(inside)) };
    case 'JSON':
      return { kind: 'string', parse: (value) => (typeof value === 'string' ? value : JSON.stringify(value)) };
    default:
      return /^U?Int\d+$/.test(base)
        ? {
            kind: 'numeric',
            parse: (value) => (typeof value === 'number' ? value : integerCell(BigInt(String(value)))),
          }
        : { kind: 'string', parse: textCell };
  }
}

function nullable(parse: Parse): Parse {
  return (value) => (value === null || value === undefined ? null : parse(value));
}

/** Nothing says of a number in a list that it is a time: those stay the text that they are. */
function innerOf(type: string): Parse {
  const { kind, parse } = kindOf(type);
  return nullable(kind === 'temporal' ? textCell : parse);
}

function listOf(item: Parse): Parse {
  return (value) => (Array.isArray(value) ? value.map(item) : textCell(value));
}

function objectOf(itemOf: (key: string) => Parse): Parse {
  return (value) =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, itemOf(key)(one)]))
      : textCell(value);
}

/** Named tuples come as objects, the others as lists. */
function tupleOf(parts: readonly string[]): Parse {
  const fields = parts.map((part) => {
    const match = /^(`(?:[^`\\]|\\.)*`|[A-Za-z_]\w*) +(.+)$/s.exec(part);
    return { name: match?.[1]?.replace(/^`|`$/g, '') ?? '', parse: innerOf(match?.[2] ?? part) };
  });
  const named = objectOf((key) => fields.find((one) => one.name === key)?.parse ?? nullable(textCell));
  return (value) =>
    Array.isArray(value) ? value.map((one, index) => (fields[index]?.parse ?? nullable(textCell))(one)) : named(value);
}

function textCell(value: unknown): Cell {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function floatCell(value: unknown): Cell {
  const number = Number(value === 'inf' ? 'Infinity' : value === '-inf' ? '-Infinity' : value);
  return Number.isNaN(number) ? null : number;
}

/** `2024-01-01` and `2024-01-01T10:00:00.123456Z` as UTC epoch milliseconds. */
function instantCell(value: string): Cell {
  const match = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.(\d+))?Z)?$/.exec(value);
  const fraction = match?.[3] ?? '';
  const ms = match
    ? Date.parse(`${match[1]}T${match[2] ?? '00:00:00'}.${fraction.padEnd(3, '0').slice(0, 3)}Z`)
    : Number.NaN;
  return Number.isNaN(ms) ? value : withMicros(ms, fraction);
}
