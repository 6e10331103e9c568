import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { chordThumbnail } from './thumbnails.ts';

export const chordGallery = {
  chord: {
    category: msg('Flow'),
    description: msg('How much goes from whom to whom among the members of one group?'),
    tags: ['Legacy'],
    roles: ['source', 'target', 'value'],
    thumbnail: chordThumbnail,
  },
} as const satisfies GalleryEntries;
