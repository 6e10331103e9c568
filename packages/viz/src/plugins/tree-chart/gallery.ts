import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { treeChartThumbnail } from './thumbnails.ts';

export const treeChartGallery = {
  tree_chart: {
    category: msg('Part of a Whole'),
    description: msg('What is above and below what? A hierarchy of nodes, unfolded by a press.'),
    tags: ['Featured'],
    roles: ['source', 'target', 'label', 'value'],
    thumbnail: treeChartThumbnail,
  },
} as const satisfies GalleryEntries;
