import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { funnelThumbnail } from './thumbnails.ts';

export const funnelGallery = {
  funnel: {
    category: msg('KPI'),
    description: msg('How many are left after each step? The loss from step to step.'),
    tags: ['Featured'],
    roles: ['series', 'value'],
    thumbnail: funnelThumbnail,
  },
} as const satisfies GalleryEntries;
