import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { graphChartThumbnail } from './thumbnails.ts';

export const graphChartGallery = {
  graph_chart: {
    category: msg('Flow'),
    description: msg('Who is tied to whom? Nodes and edges, by strength.'),
    tags: ['Featured'],
    roles: ['source', 'target', 'value', 'series'],
    thumbnail: graphChartThumbnail,
  },
} as const satisfies GalleryEntries;
