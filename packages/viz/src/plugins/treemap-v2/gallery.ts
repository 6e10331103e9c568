import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { treemapV2Thumbnail } from './thumbnails.ts';

export const treemapV2Gallery = {
  treemap_v2: {
    category: msg('Part of a Whole'),
    description: msg('Which parts of parts are the largest? Boxes in boxes, each as large as its value.'),
    tags: ['Featured'],
    roles: ['series', 'value'],
    thumbnail: treemapV2Thumbnail,
  },
} as const satisfies GalleryEntries;
