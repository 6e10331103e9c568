import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { boxPlotThumbnail } from './thumbnails.ts';

export const boxPlotGallery = {
  box_plot: {
    category: msg('Distribution'),
    description: msg('How are values spread in each group? Quartiles, whiskers and outliers.'),
    tags: ['Featured'],
    roles: ['rows', 'series', 'y'],
    thumbnail: boxPlotThumbnail,
  },
} as const satisfies GalleryEntries;
