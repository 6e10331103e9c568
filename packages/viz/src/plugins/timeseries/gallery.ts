import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import {
  lineThumbnail,
  mixedThumbnail,
  barThumbnail,
  areaThumbnail,
  smoothThumbnail,
  stepThumbnail,
  scatterThumbnail,
  genericThumbnail,
} from './thumbnails.ts';

export const timeseriesGallery = {
  echarts_timeseries_line: {
    category: msg('Evolution'),
    description: msg('How do measures change over time? One line per measure or group.'),
    tags: ['Featured'],
    roles: ['x', 'y', 'series'],
    thumbnail: lineThumbnail,
  },
  echarts_timeseries_bar: {
    category: msg('Evolution'),
    description: msg('Which categories or periods are the greatest? Bars side by side or stacked.'),
    tags: ['Featured'],
    roles: ['x', 'y', 'series'],
    thumbnail: barThumbnail,
  },
  echarts_area: {
    category: msg('Evolution'),
    description: msg('How does a whole and its parts change over time? Stacked, as a stream or as shares.'),
    tags: ['Featured'],
    roles: ['x', 'y', 'series'],
    thumbnail: areaThumbnail,
  },
  echarts_timeseries_smooth: {
    category: msg('Evolution'),
    description: msg('What is the general course over time? Lines without corners.'),
    tags: [],
    roles: ['x', 'y', 'series'],
    thumbnail: smoothThumbnail,
  },
  echarts_timeseries_step: {
    category: msg('Evolution'),
    description: msg('When did a level change? Values that hold until the next one.'),
    tags: [],
    roles: ['x', 'y', 'series'],
    thumbnail: stepThumbnail,
  },
  echarts_timeseries_scatter: {
    category: msg('Evolution'),
    description: msg('How do single values lie along an axis? One dot for each.'),
    tags: ['Featured'],
    roles: ['x', 'y', 'series'],
    thumbnail: scatterThumbnail,
  },
  echarts_timeseries: {
    category: msg('Evolution'),
    description: msg('Not sure yet? Lines, bars, steps or dots over the same axis, one setting apart.'),
    tags: [],
    roles: ['x', 'y', 'series'],
    thumbnail: genericThumbnail,
  },
  mixed_timeseries: {
    category: msg('Evolution'),
    description: msg(
      'How do two measures move together? Two queries over one axis, each with its own marks and scale.',
    ),
    tags: ['Featured'],
    roles: ['x', 'y', 'series'],
    thumbnail: mixedThumbnail,
  },
} as const satisfies GalleryEntries;
