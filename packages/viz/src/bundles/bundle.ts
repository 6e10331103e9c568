import type { RawForm } from '@tessera/core/form-data';
import type { PostStep, QueryObject } from '@tessera/core/query-object';
import type { Controls, Section } from '../define.ts';

/** Controls that many chart types share, their place in the panel and their part of the query, written once. */
export type Bundle<C extends Controls = Controls> = {
  readonly controls: C;
  readonly sections: readonly {
    readonly tab: Section['tab'];
    readonly label: string;
    readonly controls: readonly (keyof C & string)[];
  }[];
};

/** A bundle that changes what is asked: a type without it draws something else than the saved form says. */
export type QueryBundle<C extends Controls = Controls> = Bundle<C> & {
  /** As users call it. */
  readonly name: string;
  /** What a saved form asks of it, in a few words; null where it asks nothing. */
  readonly asks: (form: RawForm) => string | null;
  readonly query: (form: RawForm, around: Around) => QueryPart;
};

/** A query bundle whose controls do not matter. */
export type AnyQueryBundle = Pick<QueryBundle, 'name' | 'asks' | 'query'> & { readonly controls: Controls };

/** What a query part may know of the query that it becomes part of. */
export type Around = {
  /** Label of the x axis in the result. */
  readonly index: string;
  /** Labels of the metrics that the database answers. */
  readonly metrics: readonly string[];
  /** The time shifts that are asked beside them. */
  readonly offsets: readonly string[];
};

export type QueryPart = {
  readonly steps?: readonly PostStep[];
  readonly object?: Pick<QueryObject, 'time_offsets' | 'series_limit' | 'group_others_when_limit_reached'>;
};

/** Identity at run time; it makes TypeScript check sections against controls. */
export function defineBundle<const C extends Controls>(bundle: Bundle<C>): Bundle<C> {
  return bundle;
}

export function defineQueryBundle<const C extends Controls>(bundle: QueryBundle<C>): QueryBundle<C> {
  return bundle;
}
