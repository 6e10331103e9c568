import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { waterfallThumbnail } from './thumbnails.ts';

export const waterfallGallery = {
  waterfall: {
    category: msg('Evolution'),
    description: msg('How do gains and losses lead to the total? Steps of a running total.'),
    tags: ['Featured'],
    roles: ['x', 'series', 'value'],
    thumbnail: waterfallThumbnail,
  },
} as const satisfies GalleryEntries;
