import { gallery } from '@tessera/viz/gallery';
import { isVizType, plugins } from '@tessera/viz/registry';
import type { TypeItem } from './candidates.ts';

/** Every chart type, with what is known of it before its code loads. */
export const typeItems: readonly TypeItem[] = Object.keys(plugins)
  .filter(isVizType)
  .map((type) => {
    const { name, capabilities, folder } = plugins[type];
    return { ...gallery[type], type, name, capabilities, folder };
  });
