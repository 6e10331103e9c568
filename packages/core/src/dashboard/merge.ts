import { mergeDrafts } from '../merge-drafts.ts';
import { stableJson } from '../stable-json.ts';
import {
  DERIVED_SETTINGS,
  noProperties,
  type DashboardDocument,
  type DashboardProperties,
  type DashboardSettings,
} from './document.ts';
import { withTheirs, type NewMergedId } from './merge-both.ts';
import { mergeLayouts, type Winner } from './merge-layout.ts';
import { clashKey, mergeQuestions, type Clash, type MergeQuestion } from './merge-questions.ts';

/** Whose change stays; of a component that stands for itself, or a filter, both can: theirs beside mine. */
export type MergeChoice = Winner | 'both';

export type MergedDashboard = {
  /** Both changes; where they do not go together, as it was chosen, and as `mine` has it without a choice. */
  readonly document: DashboardDocument;
  /** What both changed, each with its choice. Empty: the two go together. */
  readonly clashes: readonly MergeQuestion[];
  /** False: they fit so badly that the layout has nothing of one of them. */
  readonly isSound: boolean;
};

/** What is decided about what both changed. */
export type MergeDecision = {
  readonly choices: ReadonlyMap<string, MergeChoice>;
  /** Ids for what stands beside mine. */
  readonly newId: NewMergedId;
};

const undecided: MergeDecision = { choices: new Map(), newId: (kind) => `${kind}-merged` };

const PROPERTIES = Object.keys(noProperties) as (keyof DashboardProperties)[];

/** Three-way merge of what two users made of one dashboard. */
export function merge(
  base: DashboardDocument,
  mine: DashboardDocument,
  theirs: DashboardDocument,
  { choices, newId }: MergeDecision = undecided,
): MergedDashboard {
  const winnerOf = (clash: Clash): Winner => (choices.get(clashKey(clash)) === 'theirs' ? 'theirs' : 'mine');
  const head = mergeDrafts(['title'], base, mine, theirs);
  const properties = mergeDrafts(PROPERTIES, base.properties, mine.properties, theirs.properties);
  const settings = mergeSettings(base.settings, mine.settings, theirs.settings, winnerOf);
  const { layout, clashes, isSound } = mergeLayouts(base.layout, mine.layout, theirs.layout, (id) =>
    winnerOf({ kind: 'component', id, property: '' }),
  );
  const lost = properties.kept.filter((name) => winnerOf({ kind: 'property', name }) === 'theirs');
  const isTitleLost = head.kept.length > 0 && winnerOf({ kind: 'title' }) === 'theirs';
  const questions = mergeQuestions(
    [
      ...head.kept.map((): Clash => ({ kind: 'title' })),
      ...properties.kept.map((name): Clash => ({ kind: 'property', name })),
      ...settings.clashes,
      ...clashes.map((clash): Clash => ({ kind: 'component', ...clash })),
    ],
    mine,
    theirs,
  );
  const merged = {
    title: isTitleLost ? theirs.title : head.draft.title,
    properties: {
      ...properties.draft,
      ...Object.fromEntries(lost.map((name) => [name, theirs.properties[name]])),
    },
    layout,
    settings: settings.settings,
  };
  const beside = questions.filter(({ key, canBoth }) => canBoth && choices.get(key) === 'both');
  return {
    document: beside.reduce((now, one) => withTheirs(now, theirs, one, newId), merged),
    clashes: questions,
    isSound,
  };
}

type MergedSettings = { readonly settings: DashboardSettings; readonly clashes: readonly Clash[] };

/** Each setting by its name; within one by its keys, or by the ids of what it lists. */
function mergeSettings(
  base: DashboardSettings,
  mine: DashboardSettings,
  theirs: DashboardSettings,
  winnerOf: (clash: Clash) => Winner,
): MergedSettings {
  const clashes: Clash[] = [];
  const names = [...new Set([base, mine, theirs].flatMap((settings) => Object.keys(settings)))];
  const merged = names.map((name) => {
    const [was, here, there] = [own(base, name), own(mine, name), own(theirs, name)];
    const onClash = (part?: string): Winner => {
      const clash: Clash = { kind: 'setting', name, ...(part === undefined ? {} : { part }) };
      clashes.push(clash);
      return winnerOf(clash);
    };
    return [name, DERIVED_SETTINGS.has(name) ? there : mergeValue(was, here, there, onClash)] as const;
  });
  return { settings: Object.fromEntries(merged.filter(([, value]) => value !== undefined)), clashes };
}

type OnClash = (part?: string) => Winner;

/** The value that only one of two changed; parts of it by key or id; else the winner's, and the clash is reported. */
function mergeValue(base: unknown, mine: unknown, theirs: unknown, onClash: OnClash): unknown {
  if (isSame(mine, theirs) || isSame(base, theirs)) return mine;
  if (isSame(base, mine)) return theirs;
  if (isRecord(base) && isRecord(mine) && isRecord(theirs)) return mergeRecords(base, mine, theirs, onClash);
  const lists = [base ?? [], mine, theirs].map(readIdentified);
  const [was, here, there] = lists;
  if (was && here && there)
    return Object.values(
      mergeRecords(was, here, there, (part) => onClash(part?.slice(1))) as Readonly<Record<string, unknown>>,
    );
  return onClash() === 'mine' ? mine : theirs;
}

function mergeRecords(
  base: Readonly<Record<string, unknown>>,
  mine: Readonly<Record<string, unknown>>,
  theirs: Readonly<Record<string, unknown>>,
  onClash: OnClash,
): unknown {
  const names = [...new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(theirs)])];
  const parts = names.map((name) => {
    const [was, here, there] = [own(base, name), own(mine, name), own(theirs, name)];
    if (isSame(here, there) || isSame(was, there)) return [name, here] as const;
    if (isSame(was, here)) return [name, there] as const;
    return [name, onClash(name) === 'mine' ? here : there] as const;
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
