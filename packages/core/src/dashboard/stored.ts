import { parseExactJson } from '../exact-json.ts';
import { readLayout, storedLayout } from '../layout/stored.ts';
import { type DashboardDocument, type DashboardSettings, type DashboardTag } from './document.ts';

/** A dashboard as the API answers it ([7.4-01]), as far as the document reads it. */
export type StoredDashboard = {
  readonly dashboard_title: string;
  readonly slug: string | null;
  readonly description: string | null;
  readonly owners: readonly { readonly id: number }[];
  readonly roles: readonly { readonly id: number }[];
  readonly tags: readonly DashboardTag[];
  readonly certified_by: string | null;
  readonly certification_details: string | null;
  readonly css: string | null;
  readonly position_json: string | null;
  readonly json_metadata: string | null;
};

/** Where the layout stands among the settings of a write. */
export const POSITIONS = 'positions';

/** Read what is stored, whatever state it is in. */
export function readDocument(stored: StoredDashboard): DashboardDocument {
  return {
    title: stored.dashboard_title,
    properties: {
      slug: stored.slug ?? '',
      description: stored.description ?? '',
      owners: stored.owners.map(({ id }) => id),
      roles: stored.roles.map(({ id }) => id),
      tags: stored.tags.map(({ id, name }) => ({ id, name })),
      certifiedBy: stored.certified_by ?? '',
      certificationDetails: stored.certification_details ?? '',
      css: stored.css ?? '',
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

/** The document as text that this browser keeps; it is read by `readSerializedDocument`. */
export function serializeDocument(document: DashboardDocument): Readonly<Record<string, unknown>> {
  return { ...document, layout: storedLayout(document.layout) };
}

/** A document from storage; null for whatever is none. */
export function readSerializedDocument(value: unknown): DashboardDocument | null {
  if (!isRecord(value) || typeof value['title'] !== 'string') return null;
  const properties = isRecord(value['properties']) ? value['properties'] : {};
  const textOf = (name: string) => (typeof properties[name] === 'string' ? properties[name] : '');
  const idsOf = (name: string) => {
    const list: unknown = properties[name];
    return Array.isArray(list) ? list.filter((id): id is number => typeof id === 'number') : [];
  };
  return {
    title: value['title'],
    properties: {
      slug: textOf('slug'),
      description: textOf('description'),
      owners: idsOf('owners'),
      roles: idsOf('roles'),
      tags: Array.isArray(properties['tags']) ? properties['tags'].filter(isTag) : [],
      certifiedBy: textOf('certifiedBy'),
      certificationDetails: textOf('certificationDetails'),
      css: textOf('css'),
    },
    layout: readLayout(value['layout']),
    settings: isRecord(value['settings']) ? value['settings'] : {},
  };
}

function isTag(value: unknown): value is DashboardTag {
  return isRecord(value) && typeof value['id'] === 'number' && typeof value['name'] === 'string';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
