import {
  IconBraces,
  IconCopy,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconPhoto,
  IconTable,
  IconVector,
} from '@tabler/icons-react';
import { t, tn } from '@tessera/core/messages';
import { pivotsRows } from '@tessera/viz/presenters';
import { useRef, useState, type ReactNode } from 'react';
import { logEvent, type PageEvent } from '../../api/event-log.ts';
import { limits } from '../../api/limits.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { downloadChartRows, wholeRequest, type ChartRequest, type RowsFile } from '../chart-actions.ts';
import { elapsedText } from '../elapsed-text.ts';
import { useElapsed } from '../Elapsed.tsx';
import type { Shown } from '../use-chart.ts';
import { drawnOf } from './drawn.ts';
import classes from './DownloadDialog.module.css';
import { copyPng, savePng, saveSvg, type PictureFile } from './picture-files.ts';

export type DownloadDialogProps = {
  readonly title: string;
  readonly subtitle: string;
  readonly shown: Shown | null;
  /** The request of the rows, past pages; a sentence where this user may not take them out. */
  readonly rows: ChartRequest | string;
  /** Whether this user may ask for more rows than the chart does. */
  readonly mayAskMore: boolean;
  readonly onClose: () => void;
};

/** Everything that a chart leaves as ([2.4-01]): a picture, or the rows behind it. */
export function DownloadDialog({ title, subtitle, shown, rows, mayAskMore, onClose }: DownloadDialogProps) {
  const { running, start, stop } = useRunning(onClose, placeOf(rows));
  const close = () => {
    stop();
    onClose();
  };
  const drawn = drawnOf(shown);
  const item: Offer = ({ work, ...props }) => {
    const isRunning = running?.name === props.name;
    return (
      <Item
        {...props}
        isRunning={isRunning}
        isWaiting={running !== null && !isRunning}
        onStart={() => start(props.name, work)}
      />
    );
  };
  const pivots = shown !== null && pivotsRows(shown.loaded.viz.type);
  return (
    <Dialog
      opened
      onClose={close}
      title={t('Download')}
      subtitle={title}
      footer={
        <>
          {running && <Waiting since={running.since} />}
          <Button onClick={close}>{running ? t('Cancel') : t('Close')}</Button>
        </>
      }
    >
      <Pictures drawn={drawn && { ...drawn, title, subtitle }} item={item} />
      <Rows title={title} rows={rows} pivots={pivots} mayAskMore={mayAskMore} item={item} />
    </Dialog>
  );
}

/** Which chart an export is of, where it is known. */
function placeOf(rows: ChartRequest | string): Pick<PageEvent, 'slice_id' | 'dashboard_id'> {
  if (typeof rows === 'string') return {};
  const { chartId, dashboardId } = rows;
  return {
    ...(chartId === null ? {} : { slice_id: chartId }),
    ...(dashboardId === null ? {} : { dashboard_id: dashboardId }),
  };
}

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;
const csv: RowsFile = { format: 'csv', pivoted: false };
const xlsx: RowsFile = { format: 'xlsx', pivoted: false };
const json: RowsFile = { format: 'json', pivoted: false };
const same = (request: ChartRequest) => request;

type Work = (signal: AbortSignal) => Promise<void>;

/** One file to take, with the work that makes it. */
type Offer = (props: Pick<ItemProps, 'name' | 'hint' | 'icon' | 'reason'> & { readonly work: Work }) => ReactNode;

type RowsProps = Pick<DownloadDialogProps, 'title' | 'rows' | 'mayAskMore'> & {
  readonly pivots: boolean;
  readonly item: Offer;
};

function Rows({ title, rows, pivots, mayAskMore, item }: RowsProps) {
  const reason = typeof rows === 'string' ? rows : null;
  const file = (asked: (request: ChartRequest) => ChartRequest, kind: RowsFile): Work => {
    if (typeof rows === 'string') return () => Promise.resolve();
    return (signal) => downloadChartRows(title, asked(rows), kind, signal);
  };
  const whole = (request: ChartRequest) => wholeRequest(request, limits.downloadRows);
  const hint = tn(
    'Past the row limit of the chart, one row',
    'Past the row limit of the chart, at most %(count)s rows',
    limits.downloadRows,
  );
  const pivoted: RowsFile = { format: 'csv', pivoted: true };
  return (
    <fieldset className={classes['group']}>
      <legend>{t('Data')}</legend>
      <div className={classes['list']}>
        {item({ name: t('CSV'), icon: <IconFileTypeCsv {...icon} />, reason, work: file(same, csv) })}
        {item({ name: t('Excel'), icon: <IconFileSpreadsheet {...icon} />, reason, work: file(same, xlsx) })}
        {item({ name: t('JSON'), icon: <IconBraces {...icon} />, reason, work: file(same, json) })}
        {pivots &&
          item({
            name: t('Pivoted CSV'),
            hint: t('The table as the chart shows it'),
            icon: <IconTable {...icon} />,
            reason,
            work: file(same, pivoted),
          })}
        {mayAskMore &&
          item({ name: t('Full CSV'), hint, icon: <IconFileTypeCsv {...icon} />, reason, work: file(whole, csv) })}
        {mayAskMore &&
          item({
            name: t('Full Excel'),
            hint,
            icon: <IconFileSpreadsheet {...icon} />,
            reason,
            work: file(whole, xlsx),
          })}
      </div>
    </fieldset>
  );
}

type PicturesProps = { readonly drawn: PictureFile | null; readonly item: Offer };

function Pictures({ drawn, item }: PicturesProps) {
  const reason = drawn ? null : t('There is no picture yet.');
  const of = (work: (file: PictureFile) => Promise<void>) => async () => {
    if (drawn) await work(drawn);
  };
  return (
    <fieldset className={classes['group']}>
      <legend>{t('Picture')}</legend>
      <div className={classes['list']}>
        {item({ name: t('Image (PNG)'), icon: <IconPhoto {...icon} />, reason, work: of(savePng) })}
        {item({ name: t('Drawing (SVG)'), icon: <IconVector {...icon} />, reason, work: of(saveSvg) })}
        {item({ name: t('Copy image'), icon: <IconCopy {...icon} />, reason, work: of(copied) })}
      </div>
    </fieldset>
  );
}

async function copied(file: PictureFile): Promise<void> {
  try {
    await copyPng(file);
  } catch {
    throw new Error(t('The browser does not allow copying here.'));
  }
  toast.success(t('Image copied'));
}

type ItemProps = {
  readonly name: string;
  readonly hint?: string;
  readonly icon: ReactNode;
  /** Why it cannot be had; null where it can. */
  readonly reason: string | null;
  readonly isRunning: boolean;
  /** Another one is being made. */
  readonly isWaiting: boolean;
  readonly onStart: () => void;
};

function Item({ name, hint, icon: symbol, reason, isRunning, isWaiting, onStart }: ItemProps) {
  const off = reason !== null || isRunning || isWaiting;
  return (
    <button
      type="button"
      className={classes['item']}
      aria-disabled={off || undefined}
      aria-busy={isRunning || undefined}
      data-busy={isRunning || undefined}
      onClick={off ? undefined : onStart}
    >
      {symbol}
      <span>{name}</span>
      {(reason ?? hint) !== undefined && <span className={classes['hint']}>{reason ?? hint}</span>}
    </button>
  );
}

function Waiting({ since }: { readonly since: number }) {
  return (
    <span className={classes['hint']} role="status">
      {t('Making the file … %s', elapsedText(useElapsed(since)))}
    </span>
  );
}

type Running = { readonly name: string; readonly since: number };

/** One file at a time; leaving the dialog stops it, down to the database. */
function useRunning(onDone: () => void, of: Pick<PageEvent, 'slice_id' | 'dashboard_id'>) {
  const [running, setRunning] = useState<Running | null>(null);
  const controller = useRef<AbortController | null>(null);
  const start = (name: string, work: Work) => {
    const mine = new AbortController();
    controller.current = mine;
    setRunning({ name, since: Date.now() });
    logEvent({ event_name: 'export_chart', format: name, ...of });
    work(mine.signal)
      .then(onDone, (error: unknown) => {
        if (!mine.signal.aborted) toast.danger(describeError(error).title);
      })
      .finally(() => setRunning(null));
  };
  return { running, start, stop: () => controller.current?.abort() };
}
