import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { timePivotThumbnail } from './thumbnails.ts';

export const timePivotGallery = {
  time_pivot: {
    category: msg('Evolution'),
    description: msg('Is this year, month or week like the ones before it?'),
    tags: ['Legacy'],
    roles: ['time', 'y'],
    thumbnail: timePivotThumbnail,
  },
} as const satisfies GalleryEntries;
