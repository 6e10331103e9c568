import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { pieThumbnail } from './thumbnails.ts';

export const pieGallery = {
  pie: {
    category: msg('Part of a Whole'),
    description: msg('What share does each category have? Best with a handful of them.'),
    tags: ['Featured'],
    roles: ['series', 'value'],
    thumbnail: pieThumbnail,
  },
} as const satisfies GalleryEntries;
