import type { RawForm } from '@tessera/core/form-data';
import type { Additivities, Additivity } from '@tessera/core/additivity';
import type { Cell } from '@tessera/core/table';
import type { Capabilities } from './capabilities.ts';

/** A name in the panel, and what it is called instead while the settings say so. */
export type Named = { readonly label: string; readonly labelFor?: (form: RawForm) => string };

/** What a control or a section is called beside these settings. */
export function labelIn(named: Named, form: RawForm): string {
  return named.labelFor?.(form) ?? named.label;
}

export type Choice = { readonly value: string | number | boolean | null; readonly label: string };

/** What a control may ask about dataset, database and last result when it shows itself, offers choices or warns. */
export type PanelContext = {
  readonly columns: readonly { readonly name: string; readonly isTemporal: boolean; readonly kind: string }[];
  readonly grains: readonly Choice[];
  /** The dataset's main time column, if it has one. */
  readonly mainTimeColumn?: string | null;
  readonly metrics?: readonly { readonly name: string; readonly additivity: Additivity }[];
  readonly database?: DatabaseAbilities;
  /** The last answer to this chart type; absent or null before the first. */
  readonly result?: PanelResult | null;
  /** What the chart type can show well. */
  readonly limits?: Capabilities['limits'];
};

export type DatabaseAbilities = {
  /** The name of its engine, null where the page does not know it. */
  readonly backend: string | null;
  readonly hasTimeGrains: boolean;
};

/** The last answer as panels see it. */
export type PanelResult = {
  /** Rows that the database returned, and the limit that it was asked with. */
  readonly rows: number;
  readonly rowLimit: number | null;
  /** The limit was reached: there may be more. */
  readonly isCut: boolean;
  /** Columns of numbers; for charts over an axis these are the series. */
  readonly series: number;
  /** The least and the greatest number, null without any. */
  readonly range: readonly [number, number] | null;
  /** The mean of all numbers, null without any. */
  readonly mean: number | null;
  /** Whether the values of its metrics add up, by label. */
  readonly additivity: Additivities;
  /** The different values of a result column, the first hundred. */
  readonly values: (column: string) => readonly Cell[];
};

/** A sentence beside a control, and what a press would change. */
export type Warning = {
  readonly text: string;
  readonly mend?: { readonly action: string; readonly control: string; readonly value: unknown };
  /** The value that holds instead of the setting; it cannot be changed meanwhile. */
  readonly holds?: string;
};
