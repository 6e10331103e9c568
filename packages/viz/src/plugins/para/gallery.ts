import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { paraThumbnail } from './thumbnails.ts';

export const paraGallery = {
  para: {
    category: msg('Ranking'),
    description: msg('Which things are alike in several measures at once, and which are odd?'),
    tags: ['Legacy'],
    roles: ['series', 'y', 'color'],
    thumbnail: paraThumbnail,
  },
} as const satisfies GalleryEntries;
