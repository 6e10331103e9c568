import { msg } from '@tessera/core/messages';
import type { DashboardProperties } from '@tessera/core/dashboard/document';
import { printProperties } from '@tessera/core/dashboard/printed';
import { readDocument } from '@tessera/core/dashboard/stored';
import type { DashboardItem, DashboardPatch } from '../../api/dashboards.ts';
import { tagsNamed } from '../../api/tags.ts';
import { nameOf } from '../../api/me.ts';
import type { FormShape } from '../../ui/fields/use-shared-form.ts';

/** The properties of a dashboard as their form holds them: users by their ids as text. */
export type PropertiesDraft = Omit<DashboardProperties, 'owners' | 'roles' | 'tags'> & {
  readonly title: string;
  readonly owners: readonly string[];
  readonly roles: readonly string[];
  /** Names. */
  readonly tags: readonly string[];
};

export function draftOfProperties(title: string, properties: DashboardProperties): PropertiesDraft {
  return {
    ...properties,
    title,
    owners: properties.owners.map(String),
    roles: properties.roles.map(String),
    tags: properties.tags.map(({ name }) => name),
  };
}

/** What a draft says; its tags by their ids, and those that are missing are made. */
export async function propertiesOfDraft(
  { title: _, owners, roles, tags, ...texts }: PropertiesDraft,
  known: DashboardProperties['tags'],
): Promise<DashboardProperties> {
  return { ...texts, owners: owners.map(Number), roles: roles.map(Number), tags: await tagsNamed(tags, known) };
}

function storedDraft(item: DashboardItem): PropertiesDraft {
  const { title, properties } = readDocument(item);
  return draftOfProperties(title, properties);
}

export const dashboardForm: FormShape<DashboardItem, PropertiesDraft> = {
  fields: [
    { name: 'title', label: msg('Title') },
    { name: 'slug', label: msg('Address') },
    { name: 'description', label: msg('Description') },
    { name: 'owners', label: msg('Owners') },
    { name: 'roles', label: msg('Roles') },
    { name: 'tags', label: msg('Tags') },
    { name: 'certifiedBy', label: msg('Certified by') },
    { name: 'certificationDetails', label: msg('Certification details') },
  ],
  draftOf: storedDraft,
  wordsOf: (field, item) => {
    if (field === 'owners') return item.owners.map(nameOf).join(', ');
    if (field === 'roles') return item.roles.map(({ name }) => name).join(', ');
    const draft = storedDraft(item);
    return field === 'tags' ? draft.tags.join(', ') : draft[field];
  },
};

/** What is sent of a draft that was made on `base`. */
export async function propertiesPatch(base: DashboardItem, draft: PropertiesDraft): Promise<DashboardPatch> {
  const stored = readDocument(base).properties;
  return {
    dashboard_title: draft.title,
    ...printProperties(await propertiesOfDraft(draft, stored.tags), stored),
  };
}
