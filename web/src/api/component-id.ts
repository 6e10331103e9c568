import type { ComponentType } from '@tessera/core/layout/types';

/** An id for a new component or filter of a dashboard, `TYPE-<random>`. */
export function newComponentId(type: ComponentType | 'NATIVE_FILTER' | 'NATIVE_FILTER_DIVIDER'): string {
  return `${type}-${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
}
