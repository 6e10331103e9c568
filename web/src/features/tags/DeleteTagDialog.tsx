import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { request } from '../../api/client.ts';
import { tagsResource, type Tag } from '../../api/tags.ts';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';

type DeleteTagDialogProps = { readonly tag: Tag; readonly onClose: (isDeleted: boolean) => void };

/** Asks before a tag goes from everything that carries it. */
export function DeleteTagDialog({ tag, onClose }: DeleteTagDialogProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => request(`/tag/${tag.id}`, { method: 'DELETE' }),
    onSuccess: async () => {
      onClose(true);
      toast.success(t('Deleted: %s', tag.name));
      for (const queryKey of [
        [tagsResource, 'list'],
        ['chart', 'list'],
        ['dashboard', 'list'],
        ['chart', 'related', 'tags'],
        ['dashboard', 'related', 'tags'],
      ])
        await client.invalidateQueries({ queryKey });
    },
    onError: (error) => {
      onClose(false);
      toast.danger(describeError(error).title);
    },
  });
  return (
    <ConfirmDialog
      opened
      danger
      title={t('Delete the tag %(name)s?', { name: tag.name })}
      action={t('Delete')}
      loading={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={() => onClose(false)}
    >
      {deletionText([tag])}
    </ConfirmDialog>
  );
}

/** What goes with tags, and what stays. */
export function deletionText(tags: readonly Pick<Tag, 'chart_count' | 'dashboard_count'>[]): string {
  const carried = tags.reduce((sum, tag) => sum + tag.chart_count + tag.dashboard_count, 0);
  const stays = t('Charts and dashboards themselves stay. This cannot be undone.');
  if (carried === 0) return stays;
  const loss = tn('1 object that you can see loses it.', '%(count)s objects that you can see lose it.', carried);
  return `${loss} ${stays}`;
}
