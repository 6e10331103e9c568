import { mergeDrafts } from '../merge-drafts.ts';
import { stableJson } from '../stable-json.ts';
import {
  DERIVED_SETTINGS,
  type DashboardDocument,
  type DashboardProperties,
  type DashboardSettings,
} from './document.ts';
import { mergeLayouts } from './merge-layout.ts';
import { clashWords, type Clash } from './words.ts';

export type MergedDashboard = {
  /** Both changes; where they do not go together, as `mine` has it. */
  readonly document: DashboardDocument;
  /** What both changed, in words. Empty: the two go together. */
  readonly clashes: readonly string[];
  /** False: they fit so badly that `document` has nothing of theirs. */
  readonly isSound: boolean;
};

const PROPERTIES: readonly (keyof DashboardProperties)[] = [
  'slug',
  'description',
  'owners',
  'tags',
  'certifiedBy',
  'certificationDetails',
];

/** Three-way merge of what two users made of one dashboard. */
export function merge(base: DashboardDocument, mine: DashboardDocument, theirs: DashboardDocument): MergedDashboard {
  const head = mergeDrafts(['title'], base, mine, theirs);
  const properties = mergeDrafts(PROPERTIES, base.properties, mine.properties, theirs.properties);
  const settings = mergeSettings(base.settings, mine.settings, theirs.settings);
  const { layout, clashes, isSound } = mergeLayouts(base.layout, mine.layout, theirs.layout);
  const words = clashWords(
    [
      ...head.kept.map((): Clash => ({ kind: 'title' })),
      ...properties.kept.map((name): Clash => ({ kind: 'property', name })),
      ...settings.clashes.map((name): Clash => ({ kind: 'setting', name })),
      ...clashes.map((clash): Clash => ({ kind: 'component', ...clash })),
    ],
    mine.layout,
    theirs.layout,
  );
  if (!isSound) return { document: mine, clashes: words, isSound };
  return {
    document: { title: head.draft.title, properties: properties.draft, layout, settings: settings.settings },
    clashes: words,
    isSound,
  };
}

/** Each setting by its name; within one by its keys, or by the ids of what it lists. */
function mergeSettings(
  base: DashboardSettings,
  mine: DashboardSettings,
  theirs: DashboardSettings,
): { readonly settings: DashboardSettings; readonly clashes: readonly string[] } {
  const clashes: string[] = [];
  const names = [...new Set([base, mine, theirs].flatMap((settings) => Object.keys(settings)))];
  const merged = names.map((name) => {
    const [was, here, there] = [own(base, name), own(mine, name), own(theirs, name)];
    const value = DERIVED_SETTINGS.has(name) ? there : mergeValue(was, here, there, () => clashes.push(name));
    return [name, value] as const;
  });
  return { settings: Object.fromEntries(merged.filter(([, value]) => value !== undefined)), clashes };
}

/** The value that only one of two changed; parts of it by key or id; else mine, and the clash is reported. */
function mergeValue(base: unknown, mine: unknown, theirs: unknown, onClash: () => void): unknown {
  if (isSame(mine, theirs) || isSame(base, theirs)) return mine;
  if (isSame(base, mine)) return theirs;
  if (isRecord(base) && isRecord(mine) && isRecord(theirs)) return mergeRecords(base, mine, theirs, onClash);
  const lists = [base ?? [], mine, theirs].map(readIdentified);
  const [was, here, there] = lists;
  if (was && here && there)
    return Object.values(mergeRecords(was, here, there, onClash) as Readonly<Record<string, unknown>>);
  onClash();
  return mine;
}

function mergeRecords(
  base: Readonly<Record<string, unknown>>,
  mine: Readonly<Record<string, unknown>>,
  theirs: Readonly<Record<string, unknown>>,
  onClash: () => void,
): unknown {
  const names = [...new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(theirs)])];
  const parts = names.map((name) => {
    const [was, here, there] = [own(base, name), own(mine, name), own(theirs, name)];
    if (isSame(here, there) || isSame(was, there)) return [name, here] as const;
    if (isSame(was, here)) return [name, there] as const;
    onClash();
    return [name, here] as const;
  });
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
}

/** A list of things with an `id` each, by that id; undefined for any other value. */
function readIdentified(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries = value.map((item: unknown) =>
    // A letter before it: keys that look like numbers would be put in another order.
    isRecord(item) && typeof item['id'] === 'string' ? ([`#${item['id']}`, item] as const) : null,
  );
  const known = entries.filter((entry) => entry !== null);
  const byId = Object.fromEntries(known);
  return known.length === value.length && Object.keys(byId).length === value.length ? byId : undefined;
}

function own(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (one !== undefined && other !== undefined && stableJson(one) === stableJson(other));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
