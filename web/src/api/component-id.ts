import type { ComponentType } from '@tessera/core/layout/types';
import { randomId } from './random-id.ts';

/** An id for a new component or filter of a dashboard, `TYPE-<random>`. */
export function newComponentId(type: ComponentType | 'NATIVE_FILTER' | 'NATIVE_FILTER_DIVIDER'): string {
  return `${type}-${randomId().replaceAll('-', '').slice(0, 12)}`;
}
