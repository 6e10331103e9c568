import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { totalThumbnail, trendThumbnail } from './thumbnails.ts';

export const bigNumberGallery = {
  big_number_total: {
    category: msg('KPI'),
    description: msg('What is the one number that matters?'),
    tags: ['Legacy', 'Featured'],
    roles: ['value'],
    thumbnail: totalThumbnail,
  },
  big_number: {
    category: msg('KPI'),
    description: msg('Where does the one number stand, and where does it come from?'),
    tags: ['Featured'],
    roles: ['x', 'time', 'value'],
    thumbnail: trendThumbnail,
  },
} as const satisfies GalleryEntries;
