import { parseExactJson, printExactJson } from '../exact-json.ts';
import { checkedPosition, layoutText, readLayout, storedLayout } from '../layout/stored.ts';
import { stableJson } from '../stable-json.ts';
import { noProperties, type DashboardDocument, type DashboardProperties, type DashboardSettings } from './document.ts';

/** A dashboard as the API answers it ([7.4-01]), as far as the document reads it. */
export type StoredDashboard = {
  readonly dashboard_title: string;
  readonly slug: string | null;
  readonly description: string | null;
  readonly owners: readonly { readonly id: number }[];
  readonly certified_by: string | null;
  readonly certification_details: string | null;
  readonly position_json: string | null;
  readonly json_metadata: string | null;
};

/** What a save sends ([7.4-03]): the layout goes inside the settings, and properties only where they differ. */
export type DashboardWrite = {
  readonly dashboard_title: string;
  readonly json_metadata: string;
} & Partial<StoredProperties>;

export type StoredProperties = {
  readonly slug: string | null;
  readonly description: string | null;
  readonly owners: readonly number[];
  readonly certified_by: string;
  readonly certification_details: string;
};

/** Where the layout stands among the settings of a write. */
const POSITIONS = 'positions';

/** The title of a dashboard that nobody has named ([5.0-12]). */
export const UNTITLED = '[ untitled dashboard ]';

/** Read what is stored, whatever state it is in. */
export function readDocument(stored: StoredDashboard): DashboardDocument {
  return {
    title: stored.dashboard_title,
    properties: {
      slug: stored.slug ?? '',
      description: stored.description ?? '',
      owners: stored.owners.map(({ id }) => id),
      certifiedBy: stored.certified_by ?? '',
      certificationDetails: stored.certification_details ?? '',
    },
    layout: readLayout(stored.position_json),
    settings: readSettings(stored.json_metadata),
  };
}

/** The settings of a dashboard; whatever is not an object has none. */
export function readSettings(text: string | null): DashboardSettings {
  try {
    const value = parseExactJson(text ?? '{}');
    if (!isRecord(value)) return {};
    const { [POSITIONS]: _, ...settings } = value;
    return settings;
  } catch {
    return {};
  }
}

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
  certifiedBy,
  certificationDetails,
}: DashboardProperties): StoredProperties {
  return {
    slug: slug === '' ? null : slug,
    description: description === '' ? null : description,
    owners,
    certified_by: certifiedBy,
    certification_details: certificationDetails,
  };
}

/** The document as text that this browser keeps; it is read by `readSerializedDocument`. */
export function serializeDocument(document: DashboardDocument): Readonly<Record<string, unknown>> {
  return { ...document, layout: storedLayout(document.layout) };
}

/** A document from storage; null for whatever is none. */
export function readSerializedDocument(value: unknown): DashboardDocument | null {
  if (!isRecord(value) || typeof value['title'] !== 'string') return null;
  const properties = isRecord(value['properties']) ? value['properties'] : {};
  const textOf = (name: string) => (typeof properties[name] === 'string' ? properties[name] : '');
  const owners = Array.isArray(properties['owners']) ? properties['owners'] : [];
  return {
    title: value['title'],
    properties: {
      slug: textOf('slug'),
      description: textOf('description'),
      owners: owners.filter((id): id is number => typeof id === 'number'),
      certifiedBy: textOf('certifiedBy'),
      certificationDetails: textOf('certificationDetails'),
    },
    layout: readLayout(value['layout']),
    settings: isRecord(value['settings']) ? value['settings'] : {},
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
