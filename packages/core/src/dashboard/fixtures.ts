import type { NewId } from '../layout/types.ts';
import { emptyDocument, type DashboardDocument } from './document.ts';

/** Ids in order, so that a test can name them. */
export function countedIds(): NewId {
  let count = 0;
  return (type) => `${type}-${(count += 1)}`;
}

export function documentOf(parts: Partial<DashboardDocument>): DashboardDocument {
  return { ...emptyDocument, ...parts };
}
