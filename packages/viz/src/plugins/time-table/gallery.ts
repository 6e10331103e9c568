import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { timeTableThumbnail } from './thumbnails.ts';

export const timeTableGallery = {
  time_table: {
    category: msg('Table'),
    description: msg('How did each measure move, at a glance? Sparklines and changes in rows.'),
    tags: ['Legacy'],
    roles: ['time', 'value', 'rows'],
    thumbnail: timeTableThumbnail,
  },
} as const satisfies GalleryEntries;
