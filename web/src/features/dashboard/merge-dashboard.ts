import { readLayout } from '@tessera/core/layout/stored';
import { componentOf, ROOT_ID, type Layout } from '@tessera/core/layout/types';
import { t, tNamed } from '@tessera/core/messages';
import { readMetadata, type DashboardItem } from '../../api/dashboards.ts';
import { mergeDrafts } from '../../api/merge-drafts.ts';
import { componentName } from './edit/component-words.ts';
import { mergeLayouts } from './merge-layout.ts';

/** What one save of a dashboard writes. */
export type DashboardContent = {
  readonly title: string;
  readonly layout: Layout;
  readonly metadata: Readonly<Record<string, unknown>>;
};

export function contentOf(
  item: Pick<DashboardItem, 'dashboard_title' | 'position_json' | 'json_metadata'>,
): DashboardContent {
  return {
    title: item.dashboard_title,
    layout: readLayout(item.position_json),
    metadata: readMetadata(item.json_metadata),
  };
}

export type MergedDashboard = {
  /** Both changes; where they do not go together, as `mine` has it. */
  readonly content: DashboardContent;
  /** What both changed, in words. Empty: the two go together. */
  readonly clashes: readonly string[];
  /** False: they fit so badly that `content` has nothing of theirs. */
  readonly isSound: boolean;
};

/** The page keeps these itself, from the colours that its charts have come to. */
const KEPT_BY_PAGE: ReadonlySet<string> = new Set(['map_label_colors', 'shared_label_colors']);

/** Three-way merge of what two people made of one dashboard. */
export function mergeDashboards(
  base: DashboardContent,
  mine: DashboardContent,
  theirs: DashboardContent,
): MergedDashboard {
  const head = mergeDrafts(['title'], base, mine, theirs);
  const names = new Set([base, mine, theirs].flatMap(({ metadata }) => Object.keys(metadata)));
  const settings = mergeDrafts<Readonly<Record<string, unknown>>, string>(
    [...names].filter((name) => !KEPT_BY_PAGE.has(name)),
    base.metadata,
    mine.metadata,
    theirs.metadata,
  );
  const colors = Object.fromEntries(Object.entries(theirs.metadata).filter(([name]) => KEPT_BY_PAGE.has(name)));
  const { layout, clashes, isSound } = mergeLayouts(base.layout, mine.layout, theirs.layout);
  const words = [
    ...head.kept.map(() => t('Title')),
    ...settings.kept.map((name) => tNamed('Setting "%(name)s"', { name })),
    ...clashes.map(({ id, property }) =>
      clashText(componentOf(mine.layout, id) ?? componentOf(theirs.layout, id), property),
    ),
  ];
  if (!isSound) return { content: mine, clashes: [...new Set(words)], isSound };
  return {
    content: { title: head.draft.title, layout, metadata: { ...settings.draft, ...colors } },
    clashes: [...new Set(words)],
    isSound,
  };
}

const propertyWords: Readonly<Record<string, string>> = {
  width: 'size',
  height: 'size',
  text: 'text',
  code: 'text',
  sliceNameOverride: 'name',
  background: 'background',
  headerSize: 'text size',
  place: 'place',
  order: 'order of what is in it',
  removed: 'removed by one of you',
};

function clashText(component: ReturnType<typeof componentOf>, property: string): string {
  if (!component || component.id === ROOT_ID) return t('Arrangement of the dashboard');
  const what = t(Object.hasOwn(propertyWords, property) ? (propertyWords[property] ?? property) : property);
  return tNamed('%(component)s: %(what)s', { component: upperFirst(componentName(component)), what });
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
