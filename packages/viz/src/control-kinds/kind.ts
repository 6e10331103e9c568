import type { AdhocFilter, Metric } from '@tessera/core/form-data';
import type { QueryColumn } from '@tessera/core/query-object';

/**
 * Everything that is true of one kind of control: a file each beside this one. `Own` is what its controls say besides
 * label, hint and visibility, `Value` what they hold in form data. Its editor is in web/src/controls.
 */
export type Kind<Own, Value> = {
  /** What is stored, read; `undefined` where it is nothing that the control could have saved. Never throws. */
  readonly read: (value: unknown, control: Own) => Value | undefined;
  /** What the control holds when neither the form nor the chart type says anything. */
  readonly empty: (control: Own) => Value;
  /** What a new chart stores; `undefined` for kinds of which a new chart has no key. */
  readonly initial: (control: Own) => unknown;
  /** What is wrong with a value that is not empty, as users read it. */
  readonly complain?: (value: unknown, control: Own, rules: FormRules) => readonly string[];
  /** The value with other names for its columns and metrics; absent from kinds that name none. */
  readonly remap?: (value: unknown, names: Names, control: Own) => Remapped<Value>;
  /** How values move between controls that hold the same things, one or many of them. */
  readonly fields?: Fields<Value>;
  /** What is stored of a value; absent where it is stored as it is. */
  readonly save?: (value: unknown) => Value;
};

/** Identity at run time; it ties the functions of a kind to its types. */
export function defineKind<Own, Value>(kind: Kind<Own, Value>): Kind<Own, Value> {
  return kind;
}

export type FormRules = {
  /** The configured maximum of SQL rows; 100 000 unless configured ([5.0-01]). */
  readonly maxRowLimit: number;
};

/** What becomes of a name: the same, another one after a rename, or null where it does not exist. */
export type Names = {
  readonly column: (name: string) => string | null;
  readonly metric: (name: string) => string | null;
};

export type Remapped<Value> = { readonly value: Value; readonly isWhole: boolean };

export type FieldItem = { readonly columns: QueryColumn; readonly metrics: Metric; readonly filters: AdhocFilter };

/** A kind that holds columns, metrics or filters. */
export type Fields<Value> = {
  [What in keyof FieldItem]: {
    readonly what: What;
    readonly isList: boolean;
    readonly toList: (value: unknown) => readonly FieldItem[What][];
    readonly fromList: (items: readonly FieldItem[What][]) => Value;
  };
}[keyof FieldItem];
