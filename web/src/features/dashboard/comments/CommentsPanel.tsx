import { IconPoint, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { chartIdsOf, placesOfChart } from '@tessera/core/layout/charts';
import { openFilterState } from '@tessera/core/native-filters/filter-state';
import { t } from '@tessera/core/messages';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { addComment, mentionsOfMe, seeMentions, type Comment } from '../../../api/comments.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { useDashboardCharts } from '../dashboard-data.tsx';
import { useDashboard, useDashboardStore, useLayout } from '../DashboardProvider.tsx';
import { useFilters, useFilterStore } from '../filters/FilterProvider.tsx';
import { tabsTowards } from '../viewing/named-tabs.ts';
import { printState, readState } from './comment-state.ts';
import { CommentForm } from './CommentForm.tsx';
import { CommentThread } from './CommentThread.tsx';
import classes from './Comments.module.css';
import { holdsComment, threadsOf, type Thread } from './threads.ts';
import { useComments, useCommentWrite } from './use-comments.ts';

/** What is said about the dashboard, or one chart of it, over the canvas. */
export function CommentsPanel() {
  const commenting = useDashboard((state) => state.commenting);
  const dispatch = useDashboard((state) => state.dispatch);
  const comments = useComments();
  const charts = useDashboardCharts();
  const [withResolved, setWithResolved] = useState(false);
  const { show, now } = usePlace();
  const add = useCommentWrite(addComment);
  const chartId = commenting?.chartId ?? null;
  const point = commenting?.point ?? null;
  useNamedComment(comments, show);
  const panel = useKeyboardHere([comments, withResolved]);
  const onClose = () => dispatch({ type: 'commenting_set', commenting: null });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  };
  const namedId = commenting?.commentId ?? null;
  const threads = threadsOf(comments ?? [], chartId, withResolved, namedId);
  const chartName = chartId === null ? null : (charts.get(chartId)?.slice_name ?? String(chartId));
  return (
    <aside ref={panel} tabIndex={-1} className={classes['panel']} aria-label={t('Comments')} onKeyDown={onKeyDown}>
      <PanelHead chartName={chartName} takesFocus={point === null} onClose={onClose} />
      <div className={classes['list']}>
        <Checkbox label={t('Show resolved ones too')} checked={withResolved} onChange={setWithResolved} />
        {comments === null && <Skeleton height={120} />}
        {comments !== null && threads.length === 0 && (
          <EmptyState small drawing="none" title={t('Nobody has said anything yet.')} />
        )}
        <Threads threads={threads} namedId={namedId} onShow={show} />
      </div>
      {point !== null && (
        <PointChip
          point={point}
          onLeave={() => dispatch({ type: 'commenting_set', commenting: { chartId, commentId: null } })}
        />
      )}
      <CommentForm
        key={point}
        label={chartName === null ? t('Comment on this dashboard') : t('Comment on "%s"', chartName)}
        takesFocus={point !== null}
        action={t('Comment')}
        isBusy={add.isPending}
        onSubmit={(text, mentions, onDone) =>
          add.mutate(
            { text, mentions: [...mentions], state: now(point), ...(chartId === null ? {} : { chart_id: chartId }) },
            { onSuccess: onDone },
          )
        }
      />
    </aside>
  );
}

type ThreadsProps = {
  readonly threads: readonly Thread[];
  readonly namedId: number | null;
  readonly onShow: (comment: Comment) => void;
};

function Threads({ threads, namedId, onShow }: ThreadsProps) {
  const charts = useDashboardCharts();
  const chartName = (id: number | null) => (id === null ? null : (charts.get(id)?.slice_name ?? null));
  return (
    <ul className={classes['threads']}>
      {threads.map((thread) => (
        <li key={thread.first.id}>
          <CommentThread
            thread={thread}
            chartName={chartName(thread.first.chart_id)}
            isNamed={holdsComment(thread, namedId)}
            onShow={() => onShow(thread.first)}
          />
        </li>
      ))}
    </ul>
  );
}

/** The mark that is commented on, and the way to the whole chart. */
function PointChip({ point, onLeave }: { readonly point: string; readonly onLeave: () => void }) {
  return (
    <p className={classes['point']}>
      <IconPoint size={16} stroke={1.5} aria-hidden />
      <span>{point}</span>
      <IconButton
        size="small"
        label={t('Comment on the whole chart')}
        icon={<IconX size={14} stroke={1.5} />}
        onClick={onLeave}
      />
    </p>
  );
}

/** A thread that goes takes its buttons along: the keyboard stays in the panel. */
function useKeyboardHere(changes: readonly unknown[]): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null);
  const [list, withResolved] = changes;
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, [list, withResolved]);
  return panel;
}

type PanelHeadProps = {
  readonly chartName: string | null;
  /** The keyboard begins here, where it does not begin in the form. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
};

/** What the comments are about, and the ways out. */
function PanelHead({ chartName, takesFocus, onClose }: PanelHeadProps) {
  const dispatch = useDashboard((state) => state.dispatch);
  const close = useRef<HTMLButtonElement>(null);
  const begins = useRef(takesFocus);
  useEffect(() => {
    if (begins.current) close.current?.focus();
  }, []);
  return (
    <header className={classes['head']}>
      <h2>{chartName ?? t('Comments')}</h2>
      {chartName !== null && (
        <Button
          size="small"
          variant="quiet"
          onClick={() => dispatch({ type: 'commenting_set', commenting: { chartId: null, commentId: null } })}
        >
          {t('Show all')}
        </Button>
      )}
      <IconButton
        ref={close}
        size="small"
        label={t('Close the comments')}
        icon={<IconX size={16} stroke={1.5} />}
        onClick={onClose}
      />
    </header>
  );
}

/** What is set on the page, and how it is set as it was. */
function usePlace() {
  const store = useDashboardStore();
  const filterStore = useFilterStore();
  const { filters } = useFilters();
  const layout = useLayout();
  return {
    now: (point: string | null) => printState(filterStore.getState().masks, store.getState().activeTabs, point),
    show: ({ state: text, chart_id: chartId }: Comment) => {
      const { dispatch } = store.getState();
      const state = readState(text);
      const place = chartId === null ? undefined : placesOfChart(layout, chartId)[0];
      const tabs = { ...state?.activeTabs, ...(place === undefined ? {} : tabsTowards(layout, place)) };
      for (const [tabsId, tabId] of Object.entries(tabs)) dispatch({ type: 'tab_chosen', tabsId, tabId });
      if (state !== null)
        filterStore.getState().update(() => openFilterState(filters, state.dataMask, chartIdsOf(layout)));
      if (place !== undefined)
        requestAnimationFrame(() =>
          document.querySelector(`[data-component-id="${CSS.escape(place)}"]`)?.scrollIntoView({ block: 'center' }),
        );
    },
  };
}

/** A link leads to one comment: what was set then is set again, and who was named in it has seen it. */
function useNamedComment(comments: readonly Comment[] | null, show: (comment: Comment) => void): void {
  const client = useQueryClient();
  const id = useDashboard((state) => state.commenting?.commentId ?? null);
  const shown = useRef<number | null>(null);
  useEffect(() => {
    const comment = comments?.find((one) => one.id === id);
    if (comment === undefined || shown.current === comment.id) return;
    shown.current = comment.id;
    // An answer is about what its thread is about.
    show(comments?.find((one) => one.id === comment.parent_id) ?? comment);
    void seeMentions([comment.id]).then(
      () => client.invalidateQueries({ queryKey: mentionsOfMe.queryKey }),
      () => undefined,
    );
  }, [comments, id, show, client]);
}
