import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { msg, t, tMarked } from '@tessera/core/messages';
import { myFavorites, setFavorite, type StarredType } from '../../api/favorites.ts';
import { IconButton } from '../buttons/IconButton.tsx';
import { toast } from '../feedback/toast-store.ts';

const failed: Readonly<Record<StarredType, string>> = {
  chart: msg('An error occurred while starring this chart'),
  dashboard: msg('There was an issue favoriting this dashboard.'),
  saved_query: msg('There was an issue favoriting this query.'),
  tag: msg('An error occurred while starring this tag'),
};

/** The star of one row. All rows share one question. */
export function FavoriteStar({
  type,
  id,
  name,
}: {
  readonly type: StarredType;
  readonly id: number;
  readonly name: string;
}) {
  const client = useQueryClient();
  const stars = useQuery(myFavorites(type));
  const isStarred = stars.data?.has(id) === true;
  return (
    <IconButton
      size="small"
      pressed={isStarred}
      label={isStarred ? t('Remove %(name)s from favorites', { name }) : t('Add %(name)s to favorites', { name })}
      icon={isStarred ? <IconStarFilled size={16} /> : <IconStar size={16} stroke={1.5} />}
      onClick={() => void setFavorite(client, type, id, !isStarred).catch(() => toast.danger(tMarked(failed[type])))}
    />
  );
}
