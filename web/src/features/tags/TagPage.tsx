import { IconArrowLeft, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { relativeTime } from '@tessera/core/relative-time';
import { hrefOf } from '@tessera/core/pages';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { tagDetails, taggedObjects, type Tag, type TaggedObject } from '../../api/tags.ts';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { ListSkeleton } from '../../ui/lists/ListRows.tsx';
import { Page, PageTitle } from '../../ui/layout/Page.tsx';
import { DeleteTagDialog } from './DeleteTagDialog.tsx';
import { TagChips } from '../../controls/tags/TagChips.tsx';
import { TagDialog } from './TagDialog.tsx';
import classes from './Tags.module.css';

/** `/tags/{id}/`: what carries the tag. */
export function TagPage() {
  const { id = '' } = useParams();
  const tagId = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : 0;
  const tag = useQuery(tagDetails(tagId));
  const objects = useQuery({ ...taggedObjects(tagId), enabled: tag.isSuccess });
  const failed = tag.error ?? objects.error;
  if (failed !== null)
    return (
      <Page>
        <PageTitle title={t('Tag')} actions={<BackToTags />} />
        <ErrorCard error={failed} onRetry={() => void (tag.isError ? tag.refetch() : objects.refetch())} />
      </Page>
    );
  return (
    <Page>
      <PageTitle title={tag.data?.name ?? ''} actions={<Actions tag={tag.data ?? null} />} />
      {tag.data?.description && <p className={classes['note']}>{tag.data.description}</p>}
      {objects.data === undefined ? <ListSkeleton view="table" /> : <Objects tagId={tagId} objects={objects.data} />}
    </Page>
  );
}

function BackToTags() {
  return (
    <LinkButton to={hrefOf('tags')} icon={<IconArrowLeft size={16} stroke={1.5} />}>
      {t('All tags')}
    </LinkButton>
  );
}

function Actions({ tag }: { readonly tag: Tag | null }) {
  const navigate = useNavigate();
  const [opened, setOpened] = useState<'edit' | 'delete' | null>(null);
  return (
    <>
      <BackToTags />
      {tag?.can_edit && (
        <>
          <Button icon={<IconPencil size={16} stroke={1.5} />} onClick={() => setOpened('edit')}>
            {t('Edit')}
          </Button>
          <Button icon={<IconTrash size={16} stroke={1.5} />} onClick={() => setOpened('delete')}>
            {t('Delete')}
          </Button>
        </>
      )}
      {tag !== null && opened === 'edit' && <TagDialog tag={tag} onClose={() => setOpened(null)} />}
      {tag !== null && opened === 'delete' && (
        <DeleteTagDialog
          tag={tag}
          onClose={(isDeleted) => {
            setOpened(null);
            if (isDeleted) void navigate(hrefOf('tags'));
          }}
        />
      )}
    </>
  );
}

type ObjectsProps = { readonly tagId: number; readonly objects: readonly TaggedObject[] };

function Objects({ tagId, objects }: ObjectsProps) {
  if (objects.length === 0)
    return (
      <EmptyState title={t('Nothing that you can see has this tag.')}>
        {t(
          'Tags are given in the properties of charts, dashboards and saved queries, and to what is selected in ' +
            'their lists.',
        )}
      </EmptyState>
    );
  const of = (type: TaggedObject['type']) => objects.filter((one) => one.type === type);
  return (
    <>
      <Section tagId={tagId} title={t('Dashboards')} objects={of('dashboard')} />
      <Section tagId={tagId} title={t('Charts')} objects={of('chart')} />
      <Section tagId={tagId} title={t('Saved queries')} objects={of('query')} />
    </>
  );
}

function Section({ tagId, title, objects }: ObjectsProps & { readonly title: string }) {
  const [now] = useState(() => Date.now());
  if (objects.length === 0) return null;
  return (
    <section className={classes['section']} aria-label={title}>
      <h2>
        {title} ({objects.length})
      </h2>
      <ul className={classes['objects']}>
        {objects.map((one) => (
          <li key={one.id} className={classes['object']}>
            <Link to={one.url}>{one.name}</Link>
            <TagChips type={one.type} tags={one.tags.filter(({ id }) => id !== tagId)} />
            <span className={classes['who']}>
              {[one.creator, relativeTime(one.changed_on, now)].filter((part) => part !== '').join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
