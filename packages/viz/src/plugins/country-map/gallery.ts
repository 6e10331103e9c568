import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { countryMapThumbnail } from './thumbnails.ts';

export const countryMapGallery = {
  country_map: {
    category: msg('Map'),
    description: msg('How does a value differ from region to region of one country?'),
    tags: [],
    roles: ['geography', 'color', 'value'],
    thumbnail: countryMapThumbnail,
  },
} as const satisfies GalleryEntries;
