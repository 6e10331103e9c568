import { createComponent } from '../layout/drop.ts';
import {
  componentOf,
  GRID_ID,
  parentOf,
  type ComponentType,
  type Layout,
  type LayoutComponent,
} from '../layout/types.ts';
import { t } from '../messages.ts';
import type { DashboardDocument } from './document.ts';
import { filterIn, type MergeQuestion } from './merge-questions.ts';

/** Ids for what stands beside mine. */
export type NewMergedId = (kind: ComponentType | 'NATIVE_FILTER') => string;

/** The merged document with theirs beside mine: a component in a row of its own below, a filter at the end. */
export function withTheirs(
  merged: DashboardDocument,
  theirs: DashboardDocument,
  { subject }: MergeQuestion,
  newId: NewMergedId,
): DashboardDocument {
  if (subject.kind === 'component') {
    const component = componentOf(theirs.layout, subject.id);
    return component === undefined ? merged : { ...merged, layout: placedBelow(merged.layout, component, newId) };
  }
  const filter = filterIn(subject, theirs);
  const { native_filter_configuration: present } = merged.settings;
  if (filter === undefined || !Array.isArray(present)) return merged;
  const name = typeof filter['name'] === 'string' ? { name: t('%s (theirs)', filter['name']) } : {};
  const beside = { ...filter, ...name, id: newId('NATIVE_FILTER') };
  return { ...merged, settings: { ...merged.settings, native_filter_configuration: [...present, beside] } };
}

/** Below the outermost component around mine that a grid, a tab or a column holds; else at the end of the grid. */
function placedBelow(layout: Layout, component: LayoutComponent, newId: NewMergedId): Layout {
  for (let id = component.id, parent = parentOf(layout, id); parent; id = parent.id, parent = parentOf(layout, id)) {
    if (parent.type !== 'GRID' && parent.type !== 'TAB') continue;
    const place = { parentId: parent.id, index: parent.children.indexOf(id) + 1 };
    const change = createComponent(layout, component.type, component.meta, place, newId);
    if (change.ok) return change.layout;
  }
  const end = { parentId: GRID_ID, index: componentOf(layout, GRID_ID)?.children.length ?? 0 };
  const change = createComponent(layout, component.type, component.meta, end, newId);
  return change.ok ? change.layout : layout;
}
