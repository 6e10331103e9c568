import { instantIso, splitMicros } from '@tessera/core/micros';
import { doubleQuoted, literal } from '@tessera/core/sql-writing';
import type { ColumnKind } from '@tessera/core/table';
import type { ZoneOffsets } from '@tessera/core/time-range/zone-offsets';
import type { Grain } from './time-grains.ts';
import type { SqlGrammar } from './sql-safety/tokens.ts';

export type Scalar = string | number | bigint | boolean | null;

/** Writes one bound value and gives back its placeholder. */
export type Bind = (value: Scalar) => string;

/** How a value is compared with others, where no pattern is. */
export type ValueComparison = '=' | '<>' | '<' | '<=' | '>' | '>=' | 'IN' | 'NOT IN';

/** Everything that differs between databases in the SQL we write. A missing entry is a compile error. */
export type Dialect = {
  readonly name: string;
  /** Quote one identifier, never a dotted path. */
  readonly quote: (identifier: string) => string;
  /** A text as a literal. Only this writes texts into SQL: for words of our own, and where a text cannot be bound. */
  readonly literal: (text: string) => string;
  /** Placeholder of the n-th parameter, counted from 1. */
  readonly placeholder: (n: number) => string;
  /** Longest name of a result column in bytes; a longer label is renamed after the run. `null`: no bound. */
  readonly nameBytes: number | null;
  /**
   * The name of a result column is seen by other clauses too, in place of a source column of the same name. Such names
   * get a tail, and the result is renamed after the run.
   */
  readonly aliasesHideColumns?: true;
  /**
   * A condition, and in DuckDB an expression, finds the name of a result column where the source has no column of that
   * name: what a user calls a result would answer a row-level rule. Names that a rule could mean get the same tail,
   * and one text is not the same beside other results.
   */
  readonly aliasesServeConditions?: true;
  /** How a value travels to the driver, for engines without booleans and the like. */
  readonly toParameter: (value: Scalar) => Scalar;
  /** The clause behind the ORDER BY, from rows and offset; `rows: null` is unlimited. */
  readonly limit: (rows: number | null, offset: number) => string;
  /** What puts nulls behind all values in this direction; empty where the database does so itself. */
  readonly nullsLast: (ascending: boolean) => string;
  /**
   * The whole item of an ORDER BY, nulls last, for databases without such a suffix; used instead of `nullsLast`. `of`
   * is what bears the name: where that is an aggregate, MariaDB takes the name alone and in no expression.
   */
  readonly order?: (name: string, ascending: boolean, of: string) => string;
  /** A naive UTC timestamp (or date) from a column of this type; `epoch_s` and `epoch_ms` are types of numbers. */
  readonly timestamp: (expr: string, type: string | null) => string;
  /**
   * A naive timestamp moved by offsets that change with time, and one compared with an instant: zones are then read by
   * their offsets, without a conversion per row.
   */
  readonly offsets?: {
    readonly moved: (timestamp: string, offsets: ZoneOffsets) => string;
    readonly before: (timestamp: string, epochMs: number) => string;
  };
  /**
   * Wall clock of a zone from a naive UTC timestamp by the database's own rules; `null` where it has none to rely on.
   */
  readonly inZone: ((timestamp: string, zone: string) => string) | null;
  /** Times are text, and read as instants only where a grain says that they are. */
  readonly timesAreText?: true;
  /**
   * A LIMIT gathers all of its rows before the first one is given away: who streams leaves it out and stops reading.
   */
  readonly limitGathers?: true;
  /** Truncate a timestamp expression; a grain left out is refused with `unsupported_grain`. */
  readonly timeGrain: Readonly<Partial<Record<Grain, (timestamp: string) => string>>>;
  /** A UTC instant as a value of the column's own type, so that indexes and zone maps serve the comparison. */
  readonly instant: (epochMs: number, columnType: string | null, bind: Bind) => string;
  /** The whole condition, for columns whose times have several forms; `null` for types that `instant` serves. */
  readonly compareTimes?: (
    left: string,
    isColumn: boolean,
    operator: ValueComparison,
    times: readonly number[],
    columnType: string | null,
    bind: Bind,
  ) => string | null;
  /** The whole condition on an expression of which nobody knows the type, where expressions have none. */
  readonly compareUntyped?: (left: string, operator: ValueComparison, values: readonly Scalar[], bind: Bind) => string;
  readonly text: (expr: string) => string;
  /** How these are called where under their own names they give a value for no rows at all, and not null. */
  readonly aggregate?: (name: 'SUM' | 'MIN' | 'MAX' | 'AVG', of: string) => string;
  /** Column types that hold numbers of single precision. */
  readonly singles?: RegExp;
  /** A value compared with a column of this type; casts where the driver's own type would not fit. */
  readonly comparable: (placeholder: string, value: Scalar, columnType: string | null) => string;
  /** LIKE for databases whose own one overlooks case. */
  readonly like?: (left: string, pattern: string, negated: boolean, bind: Bind) => string;
  readonly ilike: (left: string, pattern: string, negated: boolean) => string;
  /** `null` where the database has no regular expressions; the operator is refused by name. */
  readonly regex: ((left: string, pattern: string) => string) | null;
  /** Whether a condition is true, or false, and not null. */
  readonly truth: (operand: string, value: boolean) => string;
  /** Equality in which null equals null, in a form that joins by hash. */
  readonly same: (left: string, right: string) => string;
  /** What kind a column type of this database is; `null` for a type that the database does not name. */
  readonly kindOf: (type: string | null) => ColumnKind;
  /**
   * The rows that rules leave of a table, as a common table expression that the database does not mix with what reads
   * them:
   * what fails on a row is asked of no row that they hide. Left out where nothing separates the two.
   */
  readonly separate?: (name: string, select: string) => string;
  /**
   * The same in the place of the table, for databases in which a name that WITH gives is not certain to be seen in
   * every query below: MariaDB finds the table itself in the WITH of an inner query.
   */
  readonly inPlace?: (select: string) => string;
  /** What is known about values and order, so that results may be grouped again outside; absent: they never are. */
  readonly rollUp?: RollUp;
  /** Knows GROUPING SETS and GROUPING(): queries that differ in their grouping alone may run as one. */
  readonly groupingSets?: SharedScan;
  /** Some value of a group as it is stored, at next to no cost. */
  readonly anyValue?: (expr: string) => string;
  /** A sum of sums or counts comes in the form of the first sum, so that groups are additive in the database. */
  readonly sumsKeepTheirType?: true;
  /**
   * The type under which the embedded engine keeps the values of a column of this type, and compares them as this
   * database does; `null` for a type that it does not keep. Absent: nothing of the database is stored there.
   */
  readonly extractType?: (type: string) => string | null;
  /** How user SQL is read before it may run. */
  readonly grammar: SqlGrammar;
};

export type RollUp = {
  /** AVG of integers is a double; else a decimal with digits of its own. */
  readonly averagesAreDoubles: boolean;
  readonly texts: Texts;
  /**
   * A type under the name that most databases have for it; empty where cells do not tell its values. Absent: its own.
   */
  readonly typeName?: (type: string) => string;
  /** What users sum up is zero over no rows, where its type has no null; measures of our own are null. */
  readonly sqlOfNothingIsZero?: true;
  /** A column of a result is of the kind of its first value: of none that we know where there is no value. */
  readonly kindsAreOfValues?: true;
};

/** Which texts are distinguished and ordered outside of the database, whatever collation a column may have. */
export type Texts = {
  /** Others may be one value, or one cell, with any text. */
  readonly plain: RegExp;
  /** Plain texts that some collation takes for one are one when they are folded. */
  readonly fold: (text: string) => string;
  /** Plain texts that are ordered by their bytes where folding does not turn them round; `null`: none. */
  readonly ordered: RegExp | null;
};

export type SharedScan = {
  /**
   * For databases that run a query in WITH as often as it is read. The sets are of columns then, which a query around
   * the source gives. `null` where the scan is materialized by AS MATERIALIZED, and its sets are of expressions.
   */
  readonly handOut: HandOut | null;
};

/**
 * How a row of a scan comes to the queries that it is for: a list of numbers, and a row for each number of its list.
 */
export type HandOut = {
  readonly list: (numbers: readonly number[]) => string;
  readonly join: (lists: string, name: string) => string;
};

/** What standard SQL has in common. Spread it and write the differences. */
export const ansi = {
  quote: doubleQuoted,
  literal,
  nameBytes: null,
  toParameter: (value) => value,
  limit: (rows, offset) =>
    [rows === null ? '' : `LIMIT ${rows}`, offset > 0 ? `OFFSET ${offset}` : '']
      .filter((part) => part !== '')
      .join(' '),
  nullsLast: () => '',
  text: (expr) => `CAST(${expr} AS VARCHAR)`,
  comparable: (placeholder) => placeholder,
  ilike: (left, pattern, negated) => `${left} ${negated ? 'NOT ' : ''}ILIKE ${pattern}`,
  regex: null,
  truth: (operand, value) => `${operand} IS ${value ? 'TRUE' : 'FALSE'}`,
  same: (left, right) => `${left} IS NOT DISTINCT FROM ${right}`,
} as const satisfies Partial<Dialect>;

/** The seconds of an offset, which compare their way through a tree so that a row meets few of the changes. */
export function offsetTree({ first, changes }: ZoneOffsets, before: (epochMs: number) => string): string {
  const tree = (low: number, high: number): string => {
    if (low === high) return String(low === 0 ? first : (changes[low - 1]?.offset ?? first));
    const middle = Math.floor((low + high) / 2);
    return `CASE WHEN ${before(changes[middle]?.at ?? 0)} THEN ${tree(low, middle)} ELSE ${tree(middle + 1, high)} END`;
  };
  return tree(0, changes.length);
}

/**
 * The type of a column as it may be printed: words, with numbers in brackets; `null` for any other. Owners of datasets
 * write types, and whatever could end a cast would be SQL that nobody has read.
 */
export function plainType(type: string): string | null {
  return /^[a-z]\w*( \w+)*( ?\(\d+(, ?\d+)?\))?( \w+)*$/i.test(type) ? type : null;
}

/**
 * How integers travel to a database whose widest ones lie between these. The nearest double of one beyond them is still
 * greater, or less, than all that a column can hold.
 */
export function integersWithin(least: bigint, greatest: bigint): (value: Scalar) => Scalar {
  return (value) => (typeof value === 'bigint' && (value < least || value > greatest) ? Number(value) : value);
}

/** `YYYY-MM-DD HH:MM:SS[.mmm[uuu]]` in UTC. */
export function sqlDateTime(epochMs: number): string {
  // Years of five digits have six and a sign in ISO 8601, and in no database.
  return instantIso(epochMs).replace('T', ' ').replace(/^\+0*/, '');
}

/** Digits behind the second that a type needs for an instant: a column of fewer is compared as it is with three. */
export function digitsOfSecond(epochMs: number): 3 | 6 {
  return splitMicros(epochMs).micros === 0 ? 3 : 6;
}

/**
 * An instant for text columns: the date alone at midnight. ISO text sorts as time, and the shorter form is right
 * for columns that hold `2024-01-01`, `2024-01-01 00:00:00` and `2024-01-01T00:00:00` alike.
 */
export function isoText(epochMs: number): string {
  const text = sqlDateTime(epochMs);
  return text.endsWith(' 00:00:00') ? text.slice(0, -9) : text;
}

export function isMidnight(epochMs: number): boolean {
  return epochMs % 86_400_000 === 0;
}
