import { heightBounds, resizable, widthBounds } from '@tessera/core/layout/resize';
import {
  anySize,
  componentOf,
  GRID_BASE_UNIT_PX,
  MAX_HEIGHT,
  parentOf,
  type Layout,
  type LeastSize,
} from '@tessera/core/layout/types';
import { availableWidth } from '@tessera/core/layout/widths';
import { t, tn } from '@tessera/core/messages';
import type { Arrow } from '../keyboard-move.ts';

/** Why a component keeps its size when shift and an arrow key would change it. */
export function resizeLimit(
  layout: Layout,
  id: string,
  key: Arrow,
  leastSize: LeastSize = anySize,
  givesWay = false,
): string {
  const component = componentOf(layout, id);
  const edges = component && resizable[component.type];
  if (!edges) return t('Its size follows its content.');
  switch (key) {
    case 'ArrowUp':
      return edges.height
        ? t('As low as it can be: %(height)s px.', {
            height: heightBounds(layout, id, leastSize).min * GRID_BASE_UNIT_PX,
          })
        : t('Its height follows its content.');
    case 'ArrowDown':
      return edges.height
        ? t('As high as it can be: %(height)s px.', { height: MAX_HEIGHT * GRID_BASE_UNIT_PX })
        : t('Its height follows its content.');
    case 'ArrowLeft': {
      const { min } = widthBounds(layout, id, leastSize);
      return tn('As narrow as it can be: 1 column.', 'Its content needs %(count)s columns.', min);
    }
    case 'ArrowRight': {
      const room = availableWidth(layout, parentOf(layout, id)?.id ?? id);
      if ((component.meta.width ?? 0) >= room)
        return tn('The whole width: 1 of 1 column.', 'The whole width: %(count)s of %(count)s columns.', room);
      return givesWay
        ? tn(
            'The row is full: its column is taken, and no neighbour can be narrower.',
            'The row is full: %(count)s of %(count)s columns are taken, and no neighbour can be narrower.',
            room,
          )
        : tn(
            'The row is full: its column is taken. With Ctrl as well, neighbours give way.',
            'The row is full: %(count)s of %(count)s columns are taken. With Ctrl as well, neighbours give way.',
            room,
          );
    }
  }
}

/** Why it stays where it is when an arrow key would move it. */
export function moveLimit(): string {
  return t('There is no place further this way.');
}
