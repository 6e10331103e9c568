import { mergeDrafts, type MergedDraft } from '../../api/merge-drafts.ts';
import type { SavedChart } from './saved-chart.ts';

/** The properties of a stored chart as their form holds them: people by their ids as text, nothing null but a timeout. */
export type ChartProperties = {
  readonly name: string;
  readonly description: string;
  readonly owners: readonly string[];
  readonly cacheTimeout: number | null;
  readonly certifiedBy: string;
  readonly details: string;
};
export type PropertyField = keyof ChartProperties;

export const propertyLabels: Readonly<Record<PropertyField, string>> = {
  name: 'Chart name', description: 'Description', owners: 'Owners', cacheTimeout: 'Cache timeout in seconds', certifiedBy: 'Certified by', details: 'Certification details',
};
const fields: readonly PropertyField[] = ['name', 'description', 'owners', 'cacheTimeout', 'certifiedBy', 'details'];

export function propertiesOf({ name, description, ownerIds, cacheTimeout, certifiedBy, certificationDetails }: SavedChart): ChartProperties {
  return { name, description, owners: ownerIds.map(String), cacheTimeout, certifiedBy, details: certificationDetails };
}

/** What a stored chart has in a field, for people to read; empty for nothing. */
export function propertyWords(field: PropertyField, chart: SavedChart): string {
  if (field === 'owners') return chart.owners.map((owner) => owner.name).join(', ');
  const value = propertiesOf(chart)[field];
  return value === null ? '' : String(value);
}

/** Bring what another person saved into the form. */
export function mergeProperties(base: ChartProperties, mine: ChartProperties, theirs: ChartProperties): MergedDraft<ChartProperties, PropertyField> {
  return mergeDrafts(fields, base, mine, theirs);
}

/** What is sent. */
export function propertiesPatch({ name, description, owners, cacheTimeout, certifiedBy, details }: ChartProperties): Readonly<Record<string, unknown>> {
  const isCertified = certifiedBy.trim() !== '';
  return {
    slice_name: name.trim(),
    description: description.trim() === '' ? null : description,
    cache_timeout: cacheTimeout,
    certified_by: isCertified ? certifiedBy.trim() : null,
    // Details without a person who certifies say nothing.
    certification_details: isCertified ? details : null,
    owners: owners.map(Number),
  };
}
