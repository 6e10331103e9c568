import type { Layout, LayoutComponent } from '../layout/types.ts';
import { emptyLayout } from '../layout/types.ts';
import { stableJson } from '../stable-json.ts';

/** The title of a dashboard that nobody has named ([5.0-12]). */
export const UNTITLED = '[ untitled dashboard ]';

/** A word that charts and dashboards are grouped by. */
export type DashboardTag = { readonly id: number; readonly name: string };

/** What users write about a dashboard beside its title. Empty texts stand for nothing. */
export type DashboardProperties = {
  readonly slug: string;
  readonly description: string;
  /** User ids. */
  readonly owners: readonly number[];
  /** Ids of the roles that it is open to; they count where access by roles is on. */
  readonly roles: readonly number[];
  /** They are stored by their ids. */
  readonly tags: readonly DashboardTag[];
  readonly certifiedBy: string;
  readonly certificationDetails: string;
  /** Style of its own, as its author wrote it. */
  readonly css: string;
};

/** Settings by their stored names (`json_metadata` without the layout); unknown ones are preserved. */
export type DashboardSettings = Readonly<Record<string, unknown>>;

/** Everything that one save of a dashboard writes. It changes by operations only. */
export type DashboardDocument = {
  readonly title: string;
  readonly properties: DashboardProperties;
  readonly layout: Layout;
  readonly settings: DashboardSettings;
};

export const noProperties: DashboardProperties = {
  slug: '',
  description: '',
  owners: [],
  roles: [],
  tags: [],
  certifiedBy: '',
  certificationDetails: '',
  css: '',
};

export const emptyDocument: DashboardDocument = {
  title: '',
  properties: noProperties,
  layout: emptyLayout,
  settings: {},
};

/** Meta that the product updates itself; a difference in it is no change of a user. */
export const DERIVED_META: ReadonlySet<string> = new Set(['sliceName', 'uuid']);

/** Settings that the page keeps by itself, from the colours that its charts have come to. */
export const DERIVED_SETTINGS: ReadonlySet<string> = new Set(['map_label_colors', 'shared_label_colors']);

/** The same to a user: what the product updates itself does not count. */
export function isSameComponent(one: LayoutComponent | undefined, other: LayoutComponent | undefined): boolean {
  if (one === other) return true;
  if (!one || !other) return false;
  return stableJson(ownPart(one)) === stableJson(ownPart(other));
}

function ownPart({ meta, ...component }: LayoutComponent): unknown {
  return { ...component, meta: Object.entries(meta).filter(isOwnMeta).toSorted(byName) };
}

function isOwnMeta([name, value]: readonly [string, unknown]): boolean {
  return !DERIVED_META.has(name) && value !== undefined;
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
