import { Types, type FieldPacket } from 'mysql2';
import { withMicros } from '@tessera/core/micros';
import type { Cell, ColumnKind } from '@tessera/core/table';
import type { ColumnReader } from '../../values/batches.ts';
import { decimalTextCell, integerCell, shortestSingle } from '../../values/numbers.ts';

type Kind = { readonly name: string; readonly kind: ColumnKind; readonly parse: (value: unknown) => Cell };

const UNSIGNED = 32;
const BINARY = 63;
const text = (value: unknown): Cell => (Buffer.isBuffer(value) ? value.toString('utf8') : String(value));
const whole = (value: unknown): Cell => (typeof value === 'number' ? value : integerCell(BigInt(String(value))));
const integer = (name: string): Kind => ({ name, kind: 'numeric', parse: whole });
const instant = (name: string): Kind => ({ name, kind: 'temporal', parse: (value) => instantCell(String(value)) });
const words = (name: string): Kind => ({ name, kind: 'string', parse: text });
const bytes = (name: string): Kind => ({
  name,
  kind: 'string',
  parse: (value) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value)),
});

const types: Readonly<Record<number, Kind>> = {
  [Types.TINY]: integer('TINYINT'),
  [Types.SHORT]: integer('SMALLINT'),
  [Types.INT24]: integer('MEDIUMINT'),
  [Types.LONG]: integer('INT'),
  [Types.LONGLONG]: integer('BIGINT'),
  [Types.YEAR]: integer('YEAR'),
  [Types.BIT]: {
    name: 'BIT',
    kind: 'numeric',
    parse: (value) =>
      Buffer.isBuffer(value) ? integerCell(BigInt(`0x${value.toString('hex') || '0'}`)) : whole(value),
  },
  [Types.DECIMAL]: { name: 'DECIMAL', kind: 'numeric', parse: (value) => decimalTextCell(String(value)) },
  [Types.NEWDECIMAL]: { name: 'DECIMAL', kind: 'numeric', parse: (value) => decimalTextCell(String(value)) },
  [Types.FLOAT]: { name: 'FLOAT', kind: 'numeric', parse: (value) => shortestSingle(Number(value)) },
  [Types.DOUBLE]: { name: 'DOUBLE', kind: 'numeric', parse: Number },
  [Types.DATE]: instant('DATE'),
  [Types.NEWDATE]: instant('DATE'),
  [Types.DATETIME]: instant('DATETIME'),
  [Types.TIMESTAMP]: instant('TIMESTAMP'),
  [Types.TIME]: words('TIME'),
  // JSON stays text: parsing it would lose digits and key order.
  [Types.JSON]: words('JSON'),
  [Types.ENUM]: words('ENUM'),
  [Types.SET]: words('SET'),
  [Types.GEOMETRY]: bytes('GEOMETRY'),
};

/**
 * The readers of the columns of a result, made before the driver makes its own: it takes no column with the name of a
 * property that every object has, even where rows are lists.
 */
export function readersOf(fields: readonly FieldPacket[]): readonly ColumnReader[] {
  const readers = fields.map(readerOf);
  // The driver would make objects of shapes, of which several kinds look alike.
  for (const field of fields)
    if (field.columnType === Types.GEOMETRY) Object.defineProperty(field, 'columnType', { value: Types.BLOB });
  for (const field of fields)
    if (field.name.startsWith('__')) Object.defineProperty(field, 'name', { value: `column ${field.name}` });
  return readers;
}

/** Name, kind and reader of a result column. */
function readerOf(field: FieldPacket): ColumnReader {
  const code = field.columnType ?? field.type ?? Types.VAR_STRING;
  const known = types[code];
  const flags = Number(field.flags);
  if (known) {
    const unsigned = known.kind === 'numeric' && code !== Types.BIT && code !== Types.YEAR && (flags & UNSIGNED) !== 0;
    return { ...known, name: field.name, type: unsigned ? `${known.name} UNSIGNED` : known.name };
  }
  const isBlob = [Types.TINY_BLOB, Types.MEDIUM_BLOB, Types.LONG_BLOB, Types.BLOB].includes(code);
  const isBinary = field.characterSet === BINARY;
  const kind = isBinary ? bytes(isBlob ? 'BLOB' : 'VARBINARY') : words(isBlob ? 'TEXT' : 'VARCHAR');
  return { ...kind, name: field.name, type: kind.name };
}

/** `YYYY-MM-DD[ HH:MM:SS[.ffffff]]` in UTC as epoch milliseconds; zero dates stay text. */
function instantCell(value: string): Cell {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?)?$/.exec(value);
  if (!match || match[2] === '00' || match[3] === '00') return value;
  const fraction = match[5] ?? '';
  const ms = Date.parse(
    `${match[1]}-${match[2]}-${match[3]}T${match[4] ?? '00:00:00'}.${fraction.padEnd(3, '0').slice(0, 3)}Z`,
  );
  return Number.isNaN(ms) ? value : withMicros(ms, fraction);
}
