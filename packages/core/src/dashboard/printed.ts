import { printExactJson } from '../exact-json.ts';
import { checkedPosition, layoutText } from '../layout/position-text.ts';
import { storedLayout } from '../layout/stored.ts';
import { stableJson } from '../stable-json.ts';
import { noProperties, type DashboardDocument, type DashboardProperties, UNTITLED } from './document.ts';
import { POSITIONS } from './stored.ts';

/** What a save sends ([7.4-03]): the layout goes inside the settings, and properties only where they differ. */
export type DashboardWrite = {
  readonly dashboard_title: string;
  readonly json_metadata: string;
} & Partial<StoredProperties>;

export type StoredProperties = {
  readonly slug: string | null;
  readonly description: string | null;
  readonly owners: readonly number[];
  /** Nobody changes them where access by roles is off, so they are not sent then ([5.0-12]). */
  readonly roles: readonly number[];
  readonly tags: readonly number[];
  readonly certified_by: string;
  readonly certification_details: string;
  readonly css: string;
};

/**
 * Print the document as it is sent. Properties that are as in `stored` are left to whoever else changes them.
 * @throws AppError position_too_large
 */
export function printDocument(document: DashboardDocument, stored: DashboardDocument | null): DashboardWrite {
  checkedPosition(layoutText(document.layout));
  return {
    dashboard_title: document.title.trim() === '' ? UNTITLED : document.title,
    json_metadata: printSettings(document),
    ...printProperties(document.properties, stored?.properties ?? noProperties),
  };
}

/** The settings with the layout inside. */
export function printSettings({ layout, settings }: Pick<DashboardDocument, 'layout' | 'settings'>): string {
  return printExactJson({ ...settings, [POSITIONS]: storedLayout(layout) });
}

/** The properties that differ, as they are sent. */
export function printProperties(
  properties: DashboardProperties,
  stored: DashboardProperties,
): Partial<StoredProperties> {
  const wire = wireProperties(properties);
  const before = wireProperties(stored);
  const names = Object.keys(wire) as (keyof StoredProperties)[];
  return Object.fromEntries(
    names.flatMap((name) => (stableJson(wire[name]) === stableJson(before[name]) ? [] : [[name, wire[name]]])),
  );
}

function wireProperties({
  slug,
  description,
  owners,
  roles,
  tags,
  certifiedBy,
  certificationDetails,
  css,
}: DashboardProperties): StoredProperties {
  return {
    slug: slug === '' ? null : slug,
    description: description === '' ? null : description,
    owners,
    roles,
    tags: tags.map(({ id }) => id),
    certified_by: certifiedBy,
    certification_details: certificationDetails,
    css,
  };
}
