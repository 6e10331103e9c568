import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { gaugeChartThumbnail } from './thumbnails.ts';

export const gaugeChartGallery = {
  gauge_chart: {
    category: msg('KPI'),
    description: msg('How far has it come on its scale? One pointer per value.'),
    tags: ['Featured'],
    roles: ['series', 'value'],
    thumbnail: gaugeChartThumbnail,
  },
} as const satisfies GalleryEntries;
