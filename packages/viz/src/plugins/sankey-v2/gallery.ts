import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { sankeyV2Thumbnail } from './thumbnails.ts';

export const sankeyV2Gallery = {
  sankey_v2: {
    category: msg('Flow'),
    description: msg('How much goes from where to where? Flows as thick as their values.'),
    tags: [],
    roles: ['source', 'target', 'value'],
    thumbnail: sankeyV2Thumbnail,
  },
} as const satisfies GalleryEntries;
