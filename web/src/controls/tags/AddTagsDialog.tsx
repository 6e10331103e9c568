import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { useState } from 'react';
import { bulkTag, tagsResource, type TaggedType } from '../../api/tags.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { complaintOf, TagsInput } from './TagsInput.tsx';
import classes from './Tags.module.css';

type AddTagsDialogProps = {
  readonly type: TaggedType;
  readonly ids: readonly number[];
  /** False: it was given up. */
  readonly onDone: (isDone: boolean) => void;
};

/** Puts tags on everything that is selected, beside those that it has. */
export function AddTagsDialog({ type, ids, onDone }: AddTagsDialogProps) {
  const client = useQueryClient();
  const [names, setNames] = useState<readonly string[]>([]);
  const save = useMutation({
    mutationFn: () =>
      bulkTag(
        names,
        ids.map((id) => [type, id] as const),
      ),
    onSuccess: async ({ objects_tagged, objects_skipped }) => {
      await client.invalidateQueries({ queryKey: [tagsResource] });
      await client.invalidateQueries({ queryKey: [type, 'related', 'tags'] });
      toast.success(taggedText(type, objects_tagged.length));
      if (objects_skipped.length > 0)
        toast.danger(
          tn(
            '1 was left as it was: you may not edit it.',
            '%(count)s were left as they were: you may not edit them.',
            objects_skipped.length,
          ),
        );
      onDone(true);
    },
  });
  const missing = names.length === 0 ? t('Choose at least one tag.') : complaintOf(names);
  return (
    <Dialog
      opened
      onClose={() => onDone(false)}
      closable={!save.isPending}
      title={titleOf(type, ids.length)}
      onSubmit={() => missing === null && !save.isPending && save.mutate()}
      footer={
        <>
          <Button onClick={() => onDone(false)}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={save.isPending} disabledReason={missing}>
            {t('Add tags')}
          </Button>
        </>
      }
    >
      <TagsInput inline type={type} values={names} onChange={setNames} />
      {save.isError && (
        <p className={classes['error']} role="alert">
          {describeError(save.error).title}
        </p>
      )}
    </Dialog>
  );
}

function titleOf(type: TaggedType, count: number): string {
  if (type === 'query') return tn('Add tags to 1 query', 'Add tags to %(count)s queries', count);
  return type === 'chart'
    ? tn('Add tags to 1 chart', 'Add tags to %(count)s charts', count)
    : tn('Add tags to 1 dashboard', 'Add tags to %(count)s dashboards', count);
}

function taggedText(type: TaggedType, count: number): string {
  if (type === 'query') return tn('1 query was tagged', '%(count)s queries were tagged', count);
  return type === 'chart'
    ? tn('1 chart was tagged', '%(count)s charts were tagged', count)
    : tn('1 dashboard was tagged', '%(count)s dashboards were tagged', count);
}
