import { isDeepStrictEqual } from 'node:util';
import { some } from '@tessera/core/fixtures/runs';
import { cellAt, type Cell } from '@tessera/core/table';
import { compile } from '@tessera/query/compile/compile';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { Comparison, Predicate, StructuredQuery } from '@tessera/query/structured-query';
import type { Engine } from '../../engines/engine.ts';

/**
 * Columns of integers and decimals by dialect: a type of 64 bits, the widest integers, and decimals. SQLite has no
 * wider ones.
 */
const types: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  duckdb: { long: 'BIGINT', wide: 'HUGEINT', exact: 'DECIMAL(38,0)', money: 'DECIMAL(24,2)' },
  sqlite: { long: 'BIGINT' },
  postgresql: { long: 'bigint', wide: 'numeric(60,0)', exact: 'numeric', money: 'numeric(24,2)' },
  mysql: { long: 'SIGNED', wide: 'DECIMAL(60,0)', exact: 'DECIMAL(38,0)', money: 'DECIMAL(24,2)' },
  trino: { long: 'bigint', wide: 'decimal(38,0)', exact: 'decimal(30,0)', money: 'decimal(24,2)' },
  clickhouse: { long: 'Int64', wide: 'Int256', exact: 'Decimal(38,0)', money: 'Decimal(24,2)' },
};

const near = (n: bigint) => [n - 1n, n, n + 1n];
const small = [-5n, 0n, 7n, ...near(2n ** 53n), ...near(-(2n ** 53n)), 2n ** 63n - 1n, 2n ** 63n - 2n, -(2n ** 63n)];
const wide = [...small, ...near(2n ** 64n), ...near(10n ** 20n), -(10n ** 20n) - 1n];
/** What filters compare with; some are wider than any column. */
const targets = some([2n ** 53n + 1n, 2n ** 64n + 1n, -(10n ** 45n), 7n, 2n ** 63n - 1n, 10n ** 37n, 10n ** 80n], 3);

const compares: Readonly<Record<string, (value: bigint, target: bigint) => boolean>> = {
  '=': (value, target) => value === target,
  '<': (value, target) => value < target,
  '>': (value, target) => value > target,
};

/**
 * Every comparison of a column with a bigint, asked as a structured query, counts the rows that exact arithmetic
 * counts, and the integers come as they are.
 *
 * @returns what does not: the column, the operator, the value and the count
 */
export async function wrongIntegers(engine: Engine): Promise<readonly unknown[]> {
  const wrong: unknown[] = [];
  const dialect = dialectOf(engine.dialect);
  const signal = new AbortController().signal;
  for (const [name, type] of Object.entries(types[engine.dialect] ?? {})) {
    const values = name === 'long' ? small : wide;
    const sql = values.map((value) => `SELECT CAST('${value}' AS ${type}) AS n`).join(' UNION ALL ');
    const [described] = await engine.describe(sql, signal);
    const left = { kind: 'column', name: 'n', type: described?.type ?? null } as const;
    const ask = async (where: Predicate, counted: boolean) => {
      const query: StructuredQuery = {
        source: { kind: 'sql', sql },
        dimensions: counted ? [] : [{ label: 'n', expression: left }],
        measures: counted ? [{ label: 'n', expression: { kind: 'count_rows' } }] : null,
        where,
        having: { kind: 'true' },
        security: { kind: 'true' },
        orderBy: [],
        seriesLimit: null,
        limit: null,
        offset: 0,
        rowCountOnly: false,
      };
      const { table } = await engine.run(compile(query, dialect), { signal, timeoutMs: 20_000, maxRows: 1000 });
      const [column] = table.columns.values();
      return Array.from({ length: table.rowCount }, (_, row) => (column ? cellAt(column, row) : null));
    };
    const is = (op: Comparison, target: bigint): Predicate => ({
      kind: 'compare',
      op,
      left,
      right: { kind: 'value', value: target },
    });
    const among = (list: readonly bigint[], negated: boolean): Predicate => ({
      kind: 'in',
      left,
      values: list.map((value) => ({ kind: 'value', value })),
      negated,
    });
    const seen: unknown[] = [];
    const want: unknown[] = [];
    for (const target of targets) {
      for (const [op, holds] of Object.entries(compares)) {
        seen.push([name, op, target, ...(await ask(is(op as Comparison, target), true))]);
        want.push([name, op, target, values.filter((value) => holds(value, target)).length]);
      }
      const list = [target, target + 2n, 7n];
      for (const negated of [false, true]) {
        seen.push([name, 'IN', negated, target, ...(await ask(among(list, negated), true))]);
        want.push([name, 'IN', negated, target, values.filter((value) => list.includes(value) !== negated).length]);
      }
    }
    wrong.push(...seen.filter((one, index) => !isDeepStrictEqual(one, want[index])));
    const cells = await ask({ kind: 'true' }, false);
    // Decimals with digits behind the point are decimals.
    const isDecimal = name === 'money';
    const whole = values.map((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value));
    const told = isDecimal
      ? cells.map((cell) => integerOf(typeof cell === 'string' ? cell.replace(/\.0+$/, '') : cell))
      : cells;
    wrong.push(
      ...told.filter((cell) => !whole.some((value) => value === cell)),
      ...(told.length === whole.length ? [] : [[name, 'rows', told.length]]),
    );
  }
  return wrong;
}

function integerOf(cell: Cell): Cell {
  if (typeof cell !== 'string' && typeof cell !== 'number') return cell;
  const integer = BigInt(cell);
  return Number.isSafeInteger(Number(integer)) ? Number(integer) : integer;
}
