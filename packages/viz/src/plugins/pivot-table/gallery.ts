import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { pivotTableThumbnail } from './thumbnails.ts';

export const pivotTableGallery = {
  pivot_table_v2: {
    category: msg('Table'),
    description: msg('How do measures compare across two or more dimensions? Nested headers, subtotals and totals.'),
    tags: ['Featured'],
    roles: ['rows', 'columns', 'value'],
    thumbnail: pivotTableThumbnail,
  },
} as const satisfies GalleryEntries;
