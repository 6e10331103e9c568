import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCode,
  IconDeviceFloppy,
  IconDots,
  IconDownload,
  IconHistory,
  IconLink,
  IconQuestionMark,
  IconRefresh,
  IconRestore,
  IconRosetteDiscountCheck,
  IconSettings,
  IconShare,
  IconTrash,
} from '@tabler/icons-react';
import { relativeTime } from '@tessera/core/relative-time';
import { t, tn } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import type { AnyViz } from '@tessera/viz/erase';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { holds, isAdmin, type Me } from '../../api/me.ts';
import { useNow } from '../../chart/use-now.ts';
import { Badge } from '../../ui/feedback/Badge.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { copyText } from '../../ui/feedback/copy.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { Menu, MenuDivider, MenuItem } from '../../ui/overlays/Menu.tsx';
import { useNarrow } from '../../ui/layout/use-narrow.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { linkedForm, makePermalink } from '../../chart/chart-link.ts';
import { forgetChanges } from './forget-changes.ts';
import { isUnsaved } from '../../chart-editor/editor-store.ts';
import { useExplore } from './explore-store.ts';
import { HistoryMenu } from './HistoryMenu.tsx';
import type { OpenDialog } from './ExploreDialogs.tsx';
import classes from './Explore.module.css';
import { mayOverwrite } from './saved-chart.ts';

type TitleBarProps = {
  readonly title: string;
  /** The line under the name. */
  readonly subtitle: ReactNode;
  readonly user: Me;
  readonly viz: AnyViz | null;
  /** Steps back or forth in the history of edits. */
  readonly onStep: (by: number) => void;
  readonly onDialog: (dialog: OpenDialog) => void;
  readonly onForce: () => void;
  /** There is a picture to ask about. */
  readonly hasShown: boolean;
};

const icon = { size: 16, stroke: 1.5 } as const;

/** Name in place, where the chart stands, and what can be done with it. */
export function TitleBar(props: TitleBarProps) {
  const { title, subtitle, user, onStep, onDialog } = props;
  const state = useExplore();
  const { draft, dispatch } = state;
  const noSave = holds(user, 'can_write', 'Chart') ? null : t('You may look at charts, not save them.');

  return (
    <header className={classes['titleBar']}>
      <h1 className="ts-visually-hidden">{title}</h1>
      <div className={classes['titles']}>
        <input
          className={classes['titleInput']}
          aria-label={t('Chart name')}
          value={draft.name}
          placeholder={title}
          maxLength={250}
          onChange={(event) => dispatch({ type: 'renamed', name: event.target.value })}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        />
        {subtitle}
      </div>
      <Chips />
      <div className={classes['titleActions']}>
        <History onStep={onStep} />
        <ActionsMenu {...props} />
        <Button
          variant={isUnsaved(state) ? 'primary' : 'default'}
          icon={<IconDeviceFloppy {...icon} />}
          disabledReason={noSave}
          onClick={() => onDialog('save')}
          aria-keyshortcuts="Control+S Meta+S"
        >
          {t('Save')}
        </Button>
      </div>
    </header>
  );
}

function Chips() {
  const state = useExplore();
  const { chart } = state;
  const unsaved = isUnsaved(state);
  return (
    <div className={classes['chips']}>
      {chart?.certifiedBy && (
        <Badge tone="success" icon={<IconRosetteDiscountCheck size={14} stroke={1.5} />}>
          {t('Certified by %s', chart.certifiedBy)}
        </Badge>
      )}
      {unsaved && state.saveProblem !== null && (
        <span title={state.saveProblem}>
          <Badge tone="danger">{t('Save failed')}</Badge>
        </span>
      )}
      {unsaved && state.saveProblem === null && (
        <Badge tone="warning">{chart ? t('Unsaved changes') : t('Not saved yet')}</Badge>
      )}
      {chart && <Where chart={chart} />}
    </div>
  );
}

function History({ onStep }: Pick<TitleBarProps, 'onStep'>) {
  const state = useExplore();
  return (
    <span className={classes['history']}>
      <IconButton
        label={t('Undo')}
        shortcut="Ctrl Z"
        icon={<IconArrowBackUp {...icon} />}
        disabledReason={state.past.length === 0 ? t('Nothing to undo') : null}
        onClick={() => onStep(-1)}
      />
      <IconButton
        label={t('Redo')}
        shortcut="Ctrl ⇧ Z"
        icon={<IconArrowForwardUp {...icon} />}
        disabledReason={state.future.length === 0 ? t('Nothing to redo') : null}
        onClick={() => onStep(1)}
      />
      <HistoryMenu onStep={onStep} />
    </span>
  );
}

function ActionsMenu(props: TitleBarProps) {
  const { viz, onDialog, onForce, hasShown } = props;
  const { chart, draft } = useExplore();
  const isNarrow = useNarrow();
  const link = () => {
    makePermalink(linkedForm(draft.form, chart))
      .then((url) => copyText(url, t('Link copied')))
      .catch((error: unknown) => toast.danger(error instanceof Error ? error.message : t('An error occurred')));
  };
  return (
    <Menu
      label={t('Chart actions')}
      width={240}
      trigger={<IconButton label={t('More actions')} icon={<IconDots {...icon} />} />}
    >
      {isNarrow && <HistoryItems {...props} />}
      <MenuItem icon={<IconRefresh {...icon} />} onClick={onForce}>
        {t('Force refresh')}
      </MenuItem>
      <MenuItem
        icon={<IconCode {...icon} />}
        disabledReason={viz ? null : t('The chart type is loading.')}
        onClick={() => onDialog('sql')}
      >
        {t('View query')}
      </MenuItem>
      <MenuItem
        icon={<IconQuestionMark {...icon} />}
        disabledReason={hasShown ? null : t('Run the chart first.')}
        onClick={() => onDialog('why')}
      >
        {t('Why this number?')}
      </MenuItem>
      <MenuItem
        icon={<IconDownload {...icon} />}
        disabledReason={viz ? null : t('The chart type is loading.')}
        onClick={() => onDialog('download')}
      >
        {t('Download')}
      </MenuItem>
      <MenuItem icon={<IconLink {...icon} />} onClick={link}>
        {t('Copy link')}
      </MenuItem>
      <MenuItem icon={<IconShare {...icon} />} onClick={() => onDialog('share')}>
        {t('Share')}
      </MenuItem>
      <MenuDivider />
      <SavedItems {...props} />
    </Menu>
  );
}

/** Undo and its kin, where the bar has no room for them. */
function HistoryItems({ onStep, onDialog }: Pick<TitleBarProps, 'onStep' | 'onDialog'>) {
  const { past, future } = useExplore();
  const isUnchanged = past.length + future.length === 0;
  return (
    <>
      <MenuItem
        icon={<IconArrowBackUp {...icon} />}
        disabledReason={past.length === 0 ? t('Nothing to undo') : null}
        onClick={() => onStep(-1)}
      >
        {t('Undo')}
      </MenuItem>
      <MenuItem
        icon={<IconArrowForwardUp {...icon} />}
        disabledReason={future.length === 0 ? t('Nothing to redo') : null}
        onClick={() => onStep(1)}
      >
        {t('Redo')}
      </MenuItem>
      <MenuItem
        icon={<IconHistory {...icon} />}
        disabledReason={isUnchanged ? t('Nothing was changed yet') : null}
        onClick={() => onDialog('history')}
      >
        {t('History of changes')}
      </MenuItem>
      <MenuDivider />
    </>
  );
}

/** What is done with the saved chart. */
function SavedItems({ user, onDialog }: Pick<TitleBarProps, 'user' | 'onDialog'>) {
  const state = useExplore();
  const navigate = useNavigate();
  const { chart, dispatch } = state;
  const unsaved = isUnsaved(state);
  const isOwn = chart !== null && mayOverwrite(chart, { id: user.id, isAdmin: isAdmin(user) });
  const noProperties =
    chart === null ? t('Save the chart first.') : isOwn ? null : t('Only owners change the properties of this chart.');
  const noDelete = chart === null ? t('It is not saved yet.') : isOwn ? null : t('Only owners delete this chart.');
  const discard = () => {
    if (!chart) return;
    forgetChanges(state, user.id);
    dispatch({ type: 'closed' });
    void navigate(`?slice_id=${chart.id}`);
  };
  return (
    <>
      <MenuItem icon={<IconSettings {...icon} />} disabledReason={noProperties} onClick={() => onDialog('properties')}>
        {t('Edit chart properties')}
      </MenuItem>
      <MenuItem
        icon={<IconRestore {...icon} />}
        disabledReason={
          chart === null
            ? t('There is no saved state to go back to.')
            : unsaved
              ? null
              : t('There are no changes to discard.')
        }
        onClick={discard}
      >
        {t('Discard changes')}
      </MenuItem>
      <MenuItem icon={<IconTrash {...icon} />} danger disabledReason={noDelete} onClick={() => onDialog('delete')}>
        {t('Delete')}
      </MenuItem>
    </>
  );
}

function Where({ chart }: { readonly chart: NonNullable<ReturnType<typeof useExplore.getState>['chart']> }) {
  const now = useNow();
  const [first] = chart.dashboards;
  return (
    <span className={classes['where']}>
      {first &&
        (chart.dashboards.length === 1 ? (
          <Link to={hrefOf('dashboard', { key: first.id })}>{first.title || t('1 dashboard')}</Link>
        ) : (
          <span title={chart.dashboards.map((one) => one.title).join(', ')}>
            {tn('on 1 dashboard', 'on %(count)s dashboards', chart.dashboards.length)}
          </span>
        ))}
      {chart.changedOn !== null && <span>{t('saved %s', relativeTime(chart.changedOn, now))}</span>}
    </span>
  );
}
