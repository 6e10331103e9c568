import { componentOf, HEADER_ID, ROOT_ID, type ComponentType, type LayoutComponent } from '../layout/types.ts';
import { t, tn } from '../messages.ts';
import type { DashboardDocument, DashboardProperties } from './document.ts';
import { aspectName, componentName, propertyName, upperFirst } from './words.ts';

/** What both of two users changed. */
export type Clash =
  | { readonly kind: 'title' }
  | { readonly kind: 'property'; readonly name: keyof DashboardProperties }
  /** `part`: the key in it, or the id of what it lists. */
  | { readonly kind: 'setting'; readonly name: string; readonly part?: string }
  | { readonly kind: 'component'; readonly id: string; readonly property: string };

/** One thing that both changed: a component with all that differs of it, a filter, a setting, a property. */
export type MergeQuestion = {
  readonly key: string;
  readonly subject: Clash;
  /** As a user reads it: `Chart "Delays": size, place`. */
  readonly words: string;
  /** What each of the two made of it, where a few words say it; else empty. */
  readonly mine: string;
  readonly theirs: string;
  /** Theirs can stand beside mine. */
  readonly canBoth: boolean;
};

/** By what a choice goes: all clashes of one component are one question. */
export function clashKey(clash: Clash): string {
  switch (clash.kind) {
    case 'title':
      return 'title';
    case 'property':
      return `property ${clash.name}`;
    case 'setting':
      return clash.part === undefined ? `setting ${clash.name}` : `setting ${clash.name} ${clash.part}`;
    case 'component':
      return `component ${clash.id}`;
  }
}

/** Clashes as they are asked, each subject once. */
export function mergeQuestions(
  clashes: readonly Clash[],
  mine: DashboardDocument,
  theirs: DashboardDocument,
): readonly MergeQuestion[] {
  const firsts = clashes.filter((clash, at) => clashes.findIndex((one) => clashKey(one) === clashKey(clash)) === at);
  return firsts.map((subject) => {
    const key = clashKey(subject);
    const all = clashes.filter((clash) => clashKey(clash) === key);
    return {
      key,
      subject,
      words: wordsOf(subject, all, mine, theirs),
      mine: sideOf(subject, all, mine),
      theirs: sideOf(subject, all, theirs),
      canBoth: canBoth(subject, mine, theirs),
    };
  });
}

/** The stored filter that a clash is about; undefined where it is about none, or the side has it no more. */
export function filterIn(
  subject: Clash,
  { settings }: DashboardDocument,
): Readonly<Record<string, unknown>> | undefined {
  if (subject.kind !== 'setting' || subject.name !== FILTERS || subject.part === undefined) return undefined;
  const list = settings[FILTERS];
  const records: readonly Readonly<Record<string, unknown>>[] = Array.isArray(list) ? list : [];
  return records.find((one) => one['id'] === subject.part);
}

const FILTERS = 'native_filter_configuration';

function wordsOf(subject: Clash, all: readonly Clash[], mine: DashboardDocument, theirs: DashboardDocument): string {
  switch (subject.kind) {
    case 'title':
      return t('Title');
    case 'property':
      return upperFirst(propertyName(subject.name));
    case 'setting':
      return settingWords(subject, mine, theirs);
    case 'component': {
      const component = componentOf(mine.layout, subject.id) ?? componentOf(theirs.layout, subject.id);
      if (!component || component.id === ROOT_ID) return t('Arrangement of the dashboard');
      return t('%(component)s: %(what)s', {
        component: upperFirst(componentName(component)),
        what: [...new Set(all.flatMap((one) => (one.kind === 'component' ? aspectName(one.property) : [])))].join(', '),
      });
    }
  }
}

function settingWords(
  subject: Extract<Clash, { readonly kind: 'setting' }>,
  mine: DashboardDocument,
  theirs: DashboardDocument,
): string {
  const filter = filterIn(subject, mine) ?? filterIn(subject, theirs);
  if (filter !== undefined) return t('Filter "%s"', String(filter['name'] ?? filter['title'] ?? filter['id']));
  if (subject.part === undefined) return t('Setting "%(name)s"', { name: subject.name });
  return t('Setting "%(name)s": %(part)s', { name: subject.name, part: subject.part });
}

/** More letters of a text than these are cut. */
const MAX_LETTERS = 80;

/** What a side has, where that can be said in a few words. */
function sideOf(subject: Clash, all: readonly Clash[], document: DashboardDocument): string {
  switch (subject.kind) {
    case 'title':
      return short(document.title);
    case 'property': {
      const value = document.properties[subject.name];
      return typeof value === 'string' ? short(value) : '';
    }
    case 'setting': {
      const filter = filterIn(subject, document);
      if (subject.name === FILTERS) return filter === undefined ? t('removed') : '';
      const value = document.settings[subject.name];
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
    }
    case 'component': {
      if (subject.id === ROOT_ID) return '';
      const component = componentOf(document.layout, subject.id);
      if (component === undefined) return t('removed');
      return [
        ...new Set(all.flatMap((one) => (one.kind === 'component' ? aspectOf(one.property, component) : []))),
      ].join(', ');
    }
  }
}

function aspectOf(property: string, { meta }: LayoutComponent): readonly string[] {
  const value = meta[property];
  if (property === 'width' && typeof value === 'number') return [tn('1 column wide', '%(count)s columns wide', value)];
  if (property === 'height' && typeof value === 'number') return [t('%s high', String(value))];
  return typeof value === 'string' && value !== '' ? [short(value)] : [];
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_LETTERS ? `${line.slice(0, MAX_LETTERS)}…` : line;
}

/** Components that stand for themselves. */
const LEAVES: ReadonlySet<ComponentType> = new Set(['CHART', 'MARKDOWN', 'HEADER', 'DIVIDER']);

function canBoth(subject: Clash, mine: DashboardDocument, theirs: DashboardDocument): boolean {
  if (subject.kind === 'setting')
    return filterIn(subject, mine) !== undefined && filterIn(subject, theirs) !== undefined;
  if (subject.kind !== 'component') return false;
  const [here, there] = [componentOf(mine.layout, subject.id), componentOf(theirs.layout, subject.id)];
  return here !== undefined && there !== undefined && there.id !== HEADER_ID && LEAVES.has(there.type);
}
