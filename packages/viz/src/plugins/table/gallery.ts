import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { tableThumbnail } from './thumbnails.ts';

export const tableGallery = {
  table: {
    category: msg('Table'),
    description: msg('What are the exact values? Sorted, searched and paged, raw or aggregated.'),
    tags: ['Featured'],
    roles: ['rows', 'value'],
    thumbnail: tableThumbnail,
  },
} as const satisfies GalleryEntries;
