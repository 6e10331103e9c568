import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { partitionThumbnail } from './thumbnails.ts';

export const partitionGallery = {
  partition: {
    category: msg('Part of a Whole'),
    description: msg('What is a total made of, level by level, and how did its parts change?'),
    tags: ['Legacy'],
    roles: ['time', 'value', 'series'],
    thumbnail: partitionThumbnail,
  },
} as const satisfies GalleryEntries;
