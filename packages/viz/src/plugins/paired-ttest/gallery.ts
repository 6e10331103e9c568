import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { pairedTtestThumbnail } from './thumbnails.ts';

export const pairedTtestGallery = {
  paired_ttest: {
    category: msg('Correlation'),
    description: msg('Do groups differ from a control group at the same moments, or is it chance?'),
    tags: ['Legacy'],
    roles: ['time', 'y', 'series'],
    thumbnail: pairedTtestThumbnail,
  },
} as const satisfies GalleryEntries;
