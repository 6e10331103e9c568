import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { histogramV2Thumbnail } from './thumbnails.ts';

export const histogramV2Gallery = {
  histogram_v2: {
    category: msg('Distribution'),
    description: msg('How often do values occur? Counts of numbers in intervals of equal width.'),
    tags: [],
    roles: ['x', 'series'],
    thumbnail: histogramV2Thumbnail,
  },
} as const satisfies GalleryEntries;
