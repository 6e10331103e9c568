import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { calHeatmapThumbnail } from './thumbnails.ts';

export const calHeatmapGallery = {
  cal_heatmap: {
    category: msg('Correlation'),
    description: msg('On which days was it much or little? A calendar of coloured cells.'),
    tags: [],
    roles: ['time', 'color'],
    thumbnail: calHeatmapThumbnail,
  },
} as const satisfies GalleryEntries;
