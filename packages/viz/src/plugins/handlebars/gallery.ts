import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { handlebarsThumbnail } from './thumbnails.ts';

export const handlebarsGallery = {
  handlebars: {
    category: msg('Table'),
    description: msg('Need words of your own? A template over the rows.'),
    tags: [],
    roles: ['rows', 'value'],
    thumbnail: handlebarsThumbnail,
  },
} as const satisfies GalleryEntries;
