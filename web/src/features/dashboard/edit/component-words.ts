import { t, tNamed } from '@tessera/core/messages';
import type { ComponentType, LayoutComponent } from '@tessera/core/layout/types';

/** The noun of a component on screen. */
function componentNoun(type: ComponentType): string {
  switch (type) {
    case 'CHART':
      return t('chart');
    case 'MARKDOWN':
      return t('text');
    case 'HEADER':
      return t('header');
    case 'DIVIDER':
      return t('divider');
    case 'ROW':
      return t('row');
    case 'COLUMN':
      return t('column');
    case 'TABS':
      return t('tabs');
    case 'TAB':
      return t('tab');
    case 'ROOT':
    case 'GRID':
    case 'DYNAMIC':
      return t('component');
  }
}

/** The noun with the name that tells it from others: `chart "Delays by month"`. */
export function componentName({ type, meta }: LayoutComponent): string {
  const name = meta.sliceNameOverride ?? meta.sliceName ?? meta.text ?? '';
  return name === '' ? componentNoun(type) : tNamed('%(noun)s "%(name)s"', { noun: componentNoun(type), name });
}
