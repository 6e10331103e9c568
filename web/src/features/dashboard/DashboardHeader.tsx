import {
  IconCertificate,
  IconLink,
  IconPencil,
  IconPlayerStop,
  IconRefresh,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react';
import { t, tn } from '@tessera/core/messages';
import type { DashboardItem } from '../../api/dashboards.ts';
import { nameOf } from '../../api/me.ts';
import { Badge } from '../../ui/feedback/Badge.tsx';
import { onDemand } from '../../ui/common/on-demand.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { Tooltip } from '../../ui/overlays/Tooltip.tsx';
import type { DashboardActions, Rights } from './dashboard-actions.ts';
import titleStyles from './DashboardHeader.module.css';
import { DashboardMenu } from './viewing/DashboardMenu.tsx';
import { useDashboard } from './DashboardProvider.tsx';
import { EditActions, EditorsHere, TitleInput } from './edit/on-demand.ts';

// What is said comes after what is seen.
const CommentsButton = onDemand(async () => (await import('./comments/CommentMarks.tsx')).CommentsButton);

type DashboardHeaderProps = {
  readonly item: DashboardItem;
  readonly isStarred: boolean;
  /** Charts that wait for an answer. */
  readonly running: number;
  readonly may: Rights;
  readonly actions: DashboardActions;
};

/** The title row: name and state on the left, one primary action on the right. */
export function DashboardHeader({ item, isStarred, running, may, actions }: DashboardHeaderProps) {
  const editMode = useDashboard((state) => state.editMode);
  const title = useDashboard((state) => state.history.present.title);
  return (
    <header className={titleStyles['titleRow']}>
      {editMode ? <TitleInput /> : <h1 className={titleStyles['titleHeading']}>{title}</h1>}
      {item.certified_by && (
        <Tooltip
          label={
            item.certification_details
              ? `${t('Certified by %(name)s', { name: item.certified_by })}: ${item.certification_details}`
              : t('Certified by %(name)s', { name: item.certified_by })
          }
        >
          <span
            className={titleStyles['certified']}
            role="img"
            aria-label={t('Certified by %(name)s', { name: item.certified_by })}
          >
            <IconCertificate size={18} stroke={1.5} />
          </span>
        </Tooltip>
      )}
      {may.star && (
        <IconButton
          label={isStarred ? t('Remove from favorites') : t('Add to favorites')}
          pressed={isStarred}
          icon={isStarred ? <IconStarFilled size={18} /> : <IconStar size={18} stroke={1.5} />}
          onClick={actions.onStar}
          className={titleStyles['star']}
        />
      )}
      <PublishState canEdit={item.can_edit} isPublished={item.published} onPublish={actions.onPublish} />
      {editMode ? <EditorsHere id={item.id} /> : <span className={titleStyles['changed']}>{changedText(item)}</span>}
      <div className={titleStyles['titleActions']}>
        {editMode ? (
          <EditActions actions={actions} />
        ) : (
          <ViewActions item={item} running={running} may={may} actions={actions} />
        )}
        <DashboardMenu item={item} may={may} actions={actions} />
      </div>
    </header>
  );
}

function changedText(item: DashboardItem): string {
  const who = item.changed_by === null ? '' : nameOf(item.changed_by);
  return who === ''
    ? t('Changed %(when)s', { when: item.changed_on_humanized })
    : t('Changed %(when)s by %(who)s', { when: item.changed_on_humanized, who });
}

/** Who may edit publishes with one press and is asked before it is hidden; others read the state. */
function PublishState({
  canEdit,
  isPublished,
  onPublish,
}: {
  readonly canEdit: boolean;
  readonly isPublished: boolean;
  readonly onPublish: () => void;
}) {
  const isSaving = useDashboard((state) => state.isSaving);
  const badge = <Badge tone={isPublished ? 'success' : 'neutral'}>{isPublished ? t('Published') : t('Draft')}</Badge>;
  if (!canEdit) return badge;
  return (
    <Tooltip
      label={
        isPublished
          ? t('Everybody who may read its data sees it. Press to hide it.')
          : t('Only owners see it. Press to publish it.')
      }
    >
      <button
        type="button"
        className={titleStyles['publish']}
        aria-pressed={isPublished}
        aria-label={isPublished ? t('Published: press to hide it from everybody else') : t('Draft: press to publish')}
        disabled={isSaving}
        onClick={onPublish}
      >
        {badge}
      </button>
    </Tooltip>
  );
}

function ViewActions({ item, running, may, actions }: Omit<DashboardHeaderProps, 'isStarred'>) {
  return (
    <>
      {running > 0 ? (
        <Button variant="quiet" icon={<IconPlayerStop size={16} stroke={1.5} />} onClick={actions.onStopAll}>
          {tn('Stop all (%(count)s)', 'Stop all (%(count)s)', running)}
        </Button>
      ) : (
        <IconButton
          label={t('Refresh dashboard')}
          icon={<IconRefresh size={18} stroke={1.5} />}
          onClick={actions.onRefresh}
        />
      )}
      <CommentsButton />
      {may.share && (
        <IconButton label={t('Copy link')} icon={<IconLink size={18} stroke={1.5} />} onClick={actions.onShare} />
      )}
      {item.can_edit && (
        <Button variant="primary" icon={<IconPencil size={16} stroke={1.5} />} onClick={actions.onEdit}>
          {t('Edit dashboard')}
        </Button>
      )}
    </>
  );
}
