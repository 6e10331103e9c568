import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { heatmapV2Thumbnail } from './thumbnails.ts';

export const heatmapV2Gallery = {
  heatmap_v2: {
    category: msg('Correlation'),
    description: msg('Where do two dimensions meet in great and small values? A coloured cell for each pair.'),
    tags: ['Featured'],
    roles: ['x', 'series', 'color'],
    thumbnail: heatmapV2Thumbnail,
  },
} as const satisfies GalleryEntries;
