import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCertificate,
  IconCopy,
  IconDots,
  IconLink,
  IconPencil,
  IconPlayerStop,
  IconRefresh,
  IconSettings,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '@tabler/icons-react';
import { UNTITLED } from '@tessera/core/dashboard/document';
import { t, tn } from '@tessera/core/messages';
import type { DashboardItem } from '../../api/dashboards.ts';
import { nameOf } from '../../api/me.ts';
import { Badge } from '../../ui/feedback/Badge.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { Menu, MenuDivider, MenuItem } from '../../ui/overlays/Menu.tsx';
import { Tooltip } from '../../ui/overlays/Tooltip.tsx';
import titleStyles from './DashboardHeader.module.css';
import { isUnsaved } from './dashboard-store.ts';
import { useDashboard, useDashboardStore } from './DashboardProvider.tsx';
import { edit } from './edit/apply-change.ts';
import { InPlaceText } from './edit/InPlaceText.tsx';

export type DashboardActions = {
  readonly onStar: () => void;
  readonly onPublish: () => void;
  readonly onRefresh: () => void;
  readonly onStopAll: () => void;
  readonly onShare: () => void;
  readonly onEdit: () => void;
  readonly onDiscard: () => void;
  readonly onSave: () => void;
  readonly onCopy: () => void;
  readonly onProperties: () => void;
  readonly onDelete: () => void;
};

type DashboardHeaderProps = {
  readonly item: DashboardItem;
  readonly isStarred: boolean;
  /** Charts that wait for an answer. */
  readonly running: number;
  /** Rights that go beyond this dashboard: copies need can_write, links can_share_dashboard. */
  readonly may: { readonly copy: boolean; readonly share: boolean };
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
      <IconButton
        label={isStarred ? t('Remove from favorites') : t('Add to favorites')}
        pressed={isStarred}
        icon={isStarred ? <IconStarFilled size={18} /> : <IconStar size={18} stroke={1.5} />}
        onClick={actions.onStar}
        className={titleStyles['star']}
      />
      <PublishState canEdit={item.can_edit} isPublished={item.published} onPublish={actions.onPublish} />
      {!editMode && <span className={titleStyles['changed']}>{changedText(item)}</span>}
      <div className={titleStyles['titleActions']}>
        {editMode ? (
          <EditActions actions={actions} />
        ) : (
          <ViewActions item={item} running={running} may={may} actions={actions} />
        )}
        <MoreMenu item={item} may={may} actions={actions} />
      </div>
    </header>
  );
}

/** The title row of a dashboard that is not stored yet: it can be saved from the start, or left. */
export function NewDashboardHeader({ onSave, onDiscard }: Pick<DashboardActions, 'onSave' | 'onDiscard'>) {
  const saving = useDashboard((state) => state.isSaving);
  return (
    <header className={titleStyles['titleRow']}>
      <TitleInput />
      <Badge>{t('Not saved yet')}</Badge>
      <div className={titleStyles['titleActions']}>
        <UndoActions />
        <Button onClick={onDiscard}>{t('Discard')}</Button>
        <Button variant="primary" loading={saving} onClick={onSave}>
          {t('Save')}
        </Button>
      </div>
    </header>
  );
}

function TitleInput() {
  const store = useDashboardStore();
  const title = useDashboard((state) => state.history.present.title);
  const change = (next: string) => edit(store, { title: next.trim() === '' ? UNTITLED : next });
  return (
    <h1 className={titleStyles['titleHeading']}>
      <InPlaceText
        className={titleStyles['titleInput']}
        label={t('Title of the dashboard')}
        placeholder={UNTITLED}
        value={title}
        onCommit={change}
      />
    </h1>
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

function EditActions({ actions }: { readonly actions: DashboardActions }) {
  const unsaved = useDashboard(isUnsaved);
  const saving = useDashboard((state) => state.isSaving);
  return (
    <>
      <UndoActions />
      <Button onClick={actions.onDiscard}>{unsaved ? t('Discard') : t('Done')}</Button>
      <Button
        variant="primary"
        loading={saving}
        disabledReason={unsaved ? null : t('There are no changes to save')}
        onClick={actions.onSave}
      >
        {t('Save')}
      </Button>
    </>
  );
}

function UndoActions() {
  const { past, future } = useDashboard((state) => state.history);
  const dispatch = useDashboard((state) => state.dispatch);
  return (
    <>
      <IconButton
        label={t('Undo')}
        shortcut="Ctrl+Z"
        icon={<IconArrowBackUp size={18} stroke={1.5} />}
        disabledReason={past.length === 0 ? t('There is nothing to undo') : null}
        onClick={() => dispatch({ type: 'undone' })}
      />
      <IconButton
        label={t('Redo')}
        shortcut="Ctrl+Shift+Z"
        icon={<IconArrowForwardUp size={18} stroke={1.5} />}
        disabledReason={future.length === 0 ? t('There is nothing to redo') : null}
        onClick={() => dispatch({ type: 'redone' })}
      />
    </>
  );
}

function MoreMenu({ item, may, actions }: Pick<DashboardHeaderProps, 'item' | 'may' | 'actions'>) {
  if (!item.can_edit && !may.copy) return null;
  return (
    <Menu
      label={t('More actions')}
      trigger={<IconButton label={t('More actions')} icon={<IconDots size={18} stroke={1.5} />} />}
    >
      {item.can_edit && (
        <MenuItem icon={<IconSettings size={16} stroke={1.5} />} onClick={actions.onProperties}>
          {t('Edit properties')}
        </MenuItem>
      )}
      {may.copy && (
        <MenuItem icon={<IconCopy size={16} stroke={1.5} />} onClick={actions.onCopy}>
          {t('Save as a copy')}
        </MenuItem>
      )}
      {item.can_edit && (
        <>
          <MenuDivider />
          <MenuItem danger icon={<IconTrash size={16} stroke={1.5} />} onClick={actions.onDelete}>
            {t('Delete dashboard')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
