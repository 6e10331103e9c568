import { IconStar } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { setFavorite, type StarredType } from '../../api/favorites.ts';
import { toast } from '../feedback/toast-store.ts';
import type { BulkAction } from './list-page-types.ts';

/** Stars what is selected. */
export function favoriting(client: QueryClient, type: StarredType): BulkAction {
  return {
    label: t('Add to favorites'),
    icon: <IconStar size={14} stroke={1.5} />,
    run: async (ids) => {
      for (const id of ids) await setFavorite(client, type, id, true);
      toast.success(tn('Added to your favorites', '%(count)s were added to your favorites', ids.length));
    },
  };
}
