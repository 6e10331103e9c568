import { t } from '../messages.ts';
import type { ComponentType, LayoutComponent } from '../layout/types.ts';
import type { DashboardProperties } from './document.ts';

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
  return name === '' ? componentNoun(type) : t('%(noun)s "%(name)s"', { noun: componentNoun(type), name });
}

/** What of a component is meant by a name of its meta, or by its place. */
export function aspectName(property: string): string {
  switch (property) {
    case 'width':
    case 'height':
      return t('size');
    case 'text':
    case 'code':
      return t('text');
    case 'sliceNameOverride':
      return t('name');
    case 'background':
      return t('background');
    case 'headerSize':
      return t('text size');
    case 'place':
      return t('place');
    case 'order':
      return t('order of what is in it');
    case 'removed':
      return t('removed by one of you');
    default:
      return property;
  }
}

export function propertyName(name: keyof DashboardProperties): string {
  switch (name) {
    case 'slug':
      return t('address');
    case 'description':
      return t('description');
    case 'owners':
      return t('owners');
    case 'roles':
      return t('roles');
    case 'tags':
      return t('tags');
    case 'certifiedBy':
    case 'certificationDetails':
      return t('certification');
    case 'css':
      return t('style');
  }
}

export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
