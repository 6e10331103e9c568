import type { DashboardItem, DashboardPatch } from '../../api/dashboards.ts';
import { nameOf } from '../../api/me.ts';
import type { FormShape } from '../../ui/fields/use-shared-form.ts';

/** The properties of a dashboard as their form holds them: people by their ids as text, nothing null. */
export type DashboardProperties = {
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  readonly owners: readonly string[];
  readonly certifiedBy: string;
  readonly details: string;
};

function propertiesOf({
  dashboard_title,
  slug,
  description,
  owners,
  certified_by,
  certification_details,
}: DashboardItem): DashboardProperties {
  return {
    title: dashboard_title,
    slug: slug ?? '',
    description: description ?? '',
    owners: owners.map(({ id }) => String(id)),
    certifiedBy: certified_by ?? '',
    details: certification_details ?? '',
  };
}

export const dashboardForm: FormShape<DashboardItem, DashboardProperties> = {
  fields: [
    { name: 'title', label: 'Title' },
    { name: 'slug', label: 'Address' },
    { name: 'description', label: 'Description' },
    { name: 'owners', label: 'Owners' },
    { name: 'certifiedBy', label: 'Certified by' },
    { name: 'details', label: 'Certification details' },
  ],
  draftOf: propertiesOf,
  wordsOf: (field, item) => (field === 'owners' ? item.owners.map(nameOf).join(', ') : propertiesOf(item)[field]),
};

/** What is sent. */
export function propertiesPatch({
  title,
  slug,
  description,
  owners,
  certifiedBy,
  details,
}: DashboardProperties): DashboardPatch {
  return {
    dashboard_title: title,
    slug: slug === '' ? null : slug,
    description: description === '' ? null : description,
    owners: owners.map(Number),
    certified_by: certifiedBy,
    certification_details: details,
  };
}
