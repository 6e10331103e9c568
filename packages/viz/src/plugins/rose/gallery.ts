import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { roseThumbnail } from './thumbnails.ts';

export const roseGallery = {
  rose: {
    category: msg('Ranking'),
    description: msg('How does a value go round with the months or the days, and what is it made of?'),
    tags: ['Legacy'],
    roles: ['time', 'y', 'series'],
    thumbnail: roseThumbnail,
  },
} as const satisfies GalleryEntries;
