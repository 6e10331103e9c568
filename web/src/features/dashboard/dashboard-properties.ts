import { msg } from '@tessera/core/messages';
import type { DashboardProperties } from '@tessera/core/dashboard/document';
import { printProperties } from '@tessera/core/dashboard/printed';
import { readDocument } from '@tessera/core/dashboard/stored';
import type { DashboardItem, DashboardPatch } from '../../api/dashboards.ts';
import { nameOf } from '../../api/me.ts';
import type { FormShape } from '../../ui/fields/use-shared-form.ts';

/** The properties of a dashboard as their form holds them: users by their ids as text. */
export type PropertiesDraft = Omit<DashboardProperties, 'owners'> & {
  readonly title: string;
  readonly owners: readonly string[];
};

export function draftOfProperties(title: string, properties: DashboardProperties): PropertiesDraft {
  return { ...properties, title, owners: properties.owners.map(String) };
}

/** What a draft says. */
export function propertiesOfDraft({ title: _, owners, ...texts }: PropertiesDraft): DashboardProperties {
  return { ...texts, owners: owners.map(Number) };
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
    { name: 'certifiedBy', label: msg('Certified by') },
    { name: 'certificationDetails', label: msg('Certification details') },
  ],
  draftOf: storedDraft,
  wordsOf: (field, item) => (field === 'owners' ? item.owners.map(nameOf).join(', ') : storedDraft(item)[field]),
};

/** What is sent of a draft that was made on `base`. */
export function propertiesPatch(base: DashboardItem, draft: PropertiesDraft): DashboardPatch {
  return {
    dashboard_title: draft.title,
    ...printProperties(propertiesOfDraft(draft), readDocument(base).properties),
  };
}
