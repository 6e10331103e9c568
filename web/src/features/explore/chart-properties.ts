import { msg } from '@tessera/core/messages';
import type { FormShape } from '../../ui/fields/use-shared-form.ts';
import type { SavedChart } from '../../chart-editor/draft.ts';

/**
 * The properties of a stored chart as their form holds them: users by their ids as text, nothing null but a timeout.
 */
export type ChartProperties = {
  readonly name: string;
  readonly description: string;
  readonly owners: readonly string[];
  /** Names. */
  readonly tags: readonly string[];
  readonly cacheTimeout: number | null;
  readonly certifiedBy: string;
  readonly details: string;
};

function propertiesOf({
  name,
  description,
  ownerIds,
  tags,
  cacheTimeout,
  certifiedBy,
  certificationDetails,
}: SavedChart): ChartProperties {
  return {
    name,
    description,
    owners: ownerIds.map(String),
    tags: tags.map((tag) => tag.name),
    cacheTimeout,
    certifiedBy,
    details: certificationDetails,
  };
}

export const chartForm: FormShape<SavedChart, ChartProperties> = {
  fields: [
    { name: 'name', label: msg('Chart name') },
    { name: 'description', label: msg('Description') },
    { name: 'owners', label: msg('Owners') },
    { name: 'tags', label: msg('Tags') },
    { name: 'cacheTimeout', label: msg('Cache timeout in seconds') },
    { name: 'certifiedBy', label: msg('Certified by') },
    { name: 'details', label: msg('Certification details') },
  ],
  draftOf: propertiesOf,
  wordsOf: (field, chart) =>
    field === 'owners' || field === 'tags'
      ? chart[field].map((one) => one.name).join(', ')
      : String(propertiesOf(chart)[field] ?? ''),
};

/** What is sent beside the tags, which are made where they are missing. */
export function propertiesPatch({
  name,
  description,
  owners,
  cacheTimeout,
  certifiedBy,
  details,
}: ChartProperties): Readonly<Record<string, unknown>> {
  const isCertified = certifiedBy.trim() !== '';
  return {
    slice_name: name.trim(),
    description: description.trim() === '' ? null : description,
    cache_timeout: cacheTimeout,
    certified_by: isCertified ? certifiedBy.trim() : null,
    // Details without a user who certifies say nothing.
    certification_details: isCertified ? details : null,
    owners: owners.map(Number),
  };
}
