import { plainName } from '@tessera/core/plain-name';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { ExtendedFeature } from 'd3-geo';
import { regionFiles } from './files.ts';
import { otherCodes } from './other-codes.ts';

/** A region of a country: what data may call it, and its outline in degrees. */
export type Region = {
  /** Unique in its country. */
  readonly key: string;
  readonly name: string;
  /** ISO 3166-2; null where the boundaries are of another time than the codes. */
  readonly code: string | null;
  readonly outline: ExtendedFeature;
};

export type Regions = {
  readonly regions: readonly Region[];
  /** The region that a text names by code, by the part of the code behind the country's, or by name. */
  readonly find: (text: string) => Region | null;
};

type RegionCountry = keyof typeof regionFiles;
type Properties = { readonly name: string; readonly code: string | null };

const loaded = new Map<RegionCountry, Regions | null>();

/** Whether the boundaries of a country are here to be drawn. */
export function hasRegions(country: string): country is RegionCountry {
  return Object.hasOwn(regionFiles, country);
}

/** Fetch the boundaries of a country, once; null when they are here, or nowhere. */
export function loadRegions(country: string | null): Promise<unknown> | null {
  if (country === null || !hasRegions(country) || loaded.has(country)) return null;
  return regionFiles[country]().then((file) => loaded.set(country, readRegions(file.default.topology)));
}

/** The boundaries of a country that was loaded; null for one that was not. */
export function regionsOf(country: string | null): Regions | null {
  return country !== null && hasRegions(country) ? (loaded.get(country) ?? null) : null;
}

function readRegions(text: string): Regions {
  // The files are made by scripts/make-regions.mjs; nobody else writes them.
  const topology = JSON.parse(text) as Topology<{ regions: GeometryCollection<Properties> }>;
  const regions = feature(topology, topology.objects.regions).features.map(
    ({ properties: { name, code }, geometry }, at): Region => ({
      key: code ?? `${name} ${at}`,
      name,
      code,
      outline: { type: 'Feature', properties: null, geometry },
    }),
  );
  const byText = new Map<string, Region>();
  const take = (said: string, region: Region) => {
    if (said !== '' && !byText.has(said)) byText.set(said, region);
  };
  // A code goes before the name of another region.
  for (const region of regions) if (region.code !== null) take(plainName(region.code), region);
  for (const region of regions) if (region.code !== null) take(plainName(region.code.slice(3)), region);
  // Letters behind a number are of a later time than most data: 75C is 75.
  for (const region of regions) {
    const [, whole = '', part = ''] = /^(\w\w-(\d+))[A-Z]$/.exec(region.code ?? '') ?? [];
    take(plainName(whole), region);
    take(part, region);
  }
  for (const region of regions) take(plainName(region.name), region);
  for (const region of regions) {
    for (const other of otherCodes.get(region.code ?? '') ?? []) {
      take(plainName(other), region);
      take(plainName(/^\w\w-(\w+)$/.exec(other)?.[1] ?? ''), region);
    }
  }
  return { regions, find: (said) => byText.get(plainName(said)) ?? null };
}
