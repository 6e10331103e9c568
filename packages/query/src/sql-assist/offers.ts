import type { ColumnEntry, FunctionEntry, Macro, Snippet, TableEntry, TableRef } from './catalog.ts';
import { matchLabel, type Match } from './match.ts';

/** What a name stands for, that is described beside a list or under the pointer. */
export type Subject =
  | { readonly kind: 'table'; readonly table: TableRef }
  | {
      readonly kind: 'query';
      readonly name: string;
      readonly columns: readonly ColumnEntry[];
      readonly isComplete: boolean;
    }
  | { readonly kind: 'column'; readonly column: ColumnEntry; readonly of: string | null }
  | { readonly kind: 'function'; readonly function: FunctionEntry }
  | { readonly kind: 'keyword'; readonly word: string }
  | { readonly kind: 'snippet'; readonly snippet: Snippet }
  | { readonly kind: 'macro'; readonly macro: Macro }
  | { readonly kind: 'parameter'; readonly name: string; readonly value: string | null };

export type OfferKind =
  | 'column'
  | 'table'
  | 'view'
  | 'query'
  | 'alias'
  | 'schema'
  | 'keyword'
  | 'function'
  | 'type'
  | 'join'
  | 'snippet'
  | 'macro'
  | 'parameter'
  | 'mend';

export type Offer = {
  readonly label: string;
  readonly kind: OfferKind;
  readonly insert: string;
  /** It holds places to fill in, `${}`. */
  readonly hasFields: boolean;
  readonly detail: string | null;
  readonly subject: Subject | null;
  readonly boost: number;
  /** More is offered as soon as it is written: behind a schema its tables. */
  readonly goesOn: boolean;
};
export type RankedOffer = Offer & Match;

export function offerOf(offer: Pick<Offer, 'label' | 'kind'> & Partial<Offer>): Offer {
  return {
    insert: offer.label,
    hasFields: false,
    detail: null,
    subject: null,
    boost: 0,
    goesOn: false,
    ...offer,
  };
}

const MAX_OFFERS = 100;

/** The offers that fit what is typed, the best first. */
export function rankOffers(typed: string, offers: readonly Offer[]): readonly RankedOffer[] {
  const seen = new Set<string>();
  return offers
    .flatMap((offer) => {
      const match = matchLabel(typed, offer.label);
      return match === null ? [] : [{ ...offer, ...match, score: match.score + offer.boost }];
    })
    .toSorted((one, other) => other.score - one.score || (typed === '' ? 0 : one.label.length - other.label.length))
    .filter(({ insert, kind }) => {
      const key = `${kind} ${insert}`;
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, MAX_OFFERS);
}

/** The entries whose names fit best, before anything is made of them: there may be a hundred thousand. */
export function bestFits<T>(typed: string, entries: readonly T[], nameOf: (entry: T) => string): readonly T[] {
  if (typed === '' || entries.length <= MAX_OFFERS) return entries.slice(0, MAX_OFFERS);
  const fits: { readonly entry: T; readonly score: number }[] = [];
  for (const entry of entries) {
    const match = matchLabel(typed, nameOf(entry));
    if (match) fits.push({ entry, score: match.score });
  }
  return fits
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_OFFERS)
    .map(({ entry }) => entry);
}

export function tableSubject({ catalog, schema, name }: TableEntry): Subject {
  return { kind: 'table', table: { catalog, schema, name } };
}
