import { columnLabel, type RawForm } from '@tessera/core/form-data';
import { addsUp } from '@tessera/core/additivity';
import type { PanelContext } from '@tessera/viz/define';
import type { VizEntry, GalleryEntry } from '@tessera/viz/entry';
import type { AnyViz } from '@tessera/viz/erase';
import { rankOf } from '@tessera/viz/gallery';
import { readColumns } from '@tessera/viz/control-kinds/columns';
import { controlsOf, fitOf, type Role } from '@tessera/viz/roles';
import { filledRoles } from '../place-by-role.ts';

export type TypeItem = GalleryEntry &
  Pick<VizEntry, 'capabilities' | 'folder'> & { readonly type: string; readonly name: string };

/** What is known of the question and its answer when types are put in order. */
export type Question = {
  readonly filled: ReadonlySet<Role>;
  /** The base of the chart is time. */
  readonly hasTime: boolean;
  readonly rows: number;
  readonly series: number;
  /** Null where nobody knows. */
  readonly isAdditive: boolean | null;
};

export function questionOf(viz: AnyViz | null, form: RawForm, panel: PanelContext): Question {
  const result = panel.result ?? null;
  const axes = viz ? [...controlsOf(viz.roles, 'x'), ...controlsOf(viz.roles, 'time')] : [];
  const named = axes.flatMap((name) => readColumns(form[name])).map(columnLabel);
  const known = Object.values(result?.additivity ?? {});
  return {
    filled: filledRoles(viz, form),
    hasTime: panel.columns.some((column) => column.isTemporal && named.includes(column.name)),
    rows: result?.rows ?? 0,
    series: result?.series ?? 1,
    isAdditive: known.length === 0 ? null : known.every(addsUp),
  };
}

/** How well a type suits a question: places for what is chosen, what the answer holds, and its tags. */
export function suitsBy(item: TypeItem, question: Question): number {
  const { capabilities, category } = item;
  let score = fitOf(item.roles, question.filled) + rankOf(item);
  const isOld = item.tags.includes('Deprecated') || item.tags.includes('Legacy');
  if (isOld && !item.tags.includes('Featured')) score -= 3;
  if (capabilities.needsTime && !question.hasTime) score -= 4;
  if (question.rows > capabilities.limits.rows) score -= 1;
  if (question.series > capabilities.limits.series) score -= 1;
  if (category === 'Evolution') score += question.hasTime ? 0.6 : -0.2;
  if (category === 'Part of a Whole' && question.isAdditive === false) score -= 1.5;
  if (category === 'KPI') score += question.rows === 1 ? 2 : -0.5;
  return score;
}

const PER_FAMILY = 3;

/** The types to offer, the best first; the one that is shown is always among them. */
export function candidatesOf(
  items: readonly TypeItem[],
  question: Question,
  current: string,
  most = 5,
): readonly TypeItem[] {
  const ranked = items
    .map((item) => ({ item, score: suitsBy(item, question) + (item.type === current ? 0.3 : 0) }))
    .toSorted((a, b) => b.score - a.score || (a.item.name < b.item.name ? -1 : 1))
    .map(({ item }) => item);
  const families = new Map<string, number>();
  const chosen: TypeItem[] = [];
  for (const item of ranked) {
    const count = families.get(item.folder) ?? 0;
    if (count >= PER_FAMILY && item.type !== current) continue;
    families.set(item.folder, count + 1);
    chosen.push(item);
  }
  const best = chosen.slice(0, most);
  const own = chosen.find((item) => item.type === current);
  return own && !best.includes(own) ? [...best.slice(0, most - 1), own] : best;
}
