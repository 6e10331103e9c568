import type { Bind, Dialect, Scalar } from '../dialect.ts';
import type { Bound } from '../structured-query.ts';
import { printPredicate } from './predicates.ts';
import type { From, Select } from './select.ts';

export type Printed = { readonly text: string; readonly parameters: readonly Bound[] };

/**
 * SQL text of the tree. Parameters are numbered in the order in which their placeholders stand in the text.
 *
 * @param inPlace  Writes values into the text instead of binding them: for users to read, never to run.
 */
export function print(select: Select, dialect: Dialect, inPlace: Bind | null = null): Printed {
  const parameters: Bound[] = [];
  const bind = (value: Scalar) => {
    if (inPlace) return inPlace(dialect.toParameter(value));
    parameters.push({ kind: 'value', value: dialect.toParameter(value) });
    return dialect.placeholder(parameters.length);
  };
  const printFrom = (from: From): string =>
    from.kind === 'text' ? from.text : `(\n${printSelect(from.select)}\n) AS ${dialect.quote(from.alias)}`;

  const printSelect = (select: Select): string => {
    const source = printFrom(select.from);
    // The newest of all rows would tell of rows that are hidden.
    const visible = () =>
      select.rules ? `${source} WHERE ${printPredicate(select.rules, dialect, bind, () => source)}` : source;
    const lines = [
      `SELECT ${select.items.map((item) => `${item.sql} AS ${dialect.quote(item.alias)}`).join(', ')}`,
      `FROM ${source}`,
    ];
    if (select.join) {
      const inner = printSelect(select.join.select);
      const on = select.join.on.map(({ sql, series, mayFail }) =>
        dialect.same(
          mayFail && select.rules
            ? `CASE WHEN ${printPredicate(select.rules, dialect, bind, () => source)} THEN ${sql} END`
            : sql,
          series,
        ),
      );
      lines.push(
        `${select.join.outer ? 'LEFT JOIN' : 'JOIN'} (\n${inner}\n) AS ${dialect.quote(select.join.alias)} ON ` +
          `${on.join(' AND ')}`,
      );
    }
    if (select.where) lines.push(`WHERE ${printPredicate(select.where, dialect, bind, visible)}`);
    if (select.groupBy.length > 0) lines.push(`GROUP BY ${select.groupBy.join(', ')}`);
    if (select.having) lines.push(`HAVING ${printPredicate(select.having, dialect, bind, visible)}`);
    if (select.orderBy.length > 0) lines.push(`ORDER BY ${select.orderBy.join(', ')}`);
    const limit = dialect.limit(select.limit, select.offset);
    if (limit !== '') lines.push(limit);
    return lines.join('\n');
  };
  const text = printSelect(select);
  return { text, parameters };
}
