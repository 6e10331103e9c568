import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { popKpiThumbnail } from './thumbnails.ts';

export const popKpiGallery = {
  pop_kpi: {
    category: msg('KPI'),
    description: msg('Is the one number better or worse than before?'),
    tags: [],
    roles: ['value'],
    thumbnail: popKpiThumbnail,
  },
} as const satisfies GalleryEntries;
