import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { compareThumbnail } from './thumbnails.ts';

export const compareGallery = {
  compare: {
    category: msg('Evolution'),
    description: msg('How much has each series grown since one moment, in percent?'),
    tags: ['Legacy', 'Deprecated'],
    roles: ['time', 'y', 'series'],
    thumbnail: compareThumbnail,
  },
} as const satisfies GalleryEntries;
