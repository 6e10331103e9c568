import { IconFileUpload } from '@tabler/icons-react';
import { numberText, t, tn } from '@tessera/core/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { elapsedText } from '../../chart/elapsed-text.ts';
import { useElapsed } from '../../chart/Elapsed.tsx';
import { loadedVizQuery } from '../../chart/use-viz.ts';
import { preloadPage } from '../../page-modules.ts';
import { ApiError } from '../../api/api-error.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Faults } from './Faults.tsx';
import { ProfileTable } from './ProfileTable.tsx';
import { ReadingFields } from './ReadingFields.tsx';
import { suggestChart, suggestionHref } from './suggest-chart.ts';
import classes from './Upload.module.css';
import { useUpload, type UploadStage } from './use-upload.ts';

const WIDTH = 1040;
const ACCEPTED = '.csv,.tsv,.tab,.txt,.json,.ndjson,.jsonl,.parquet,.xlsx';
const MB = 1_000_000;
const LIKELY_TYPE = 'echarts_timeseries_line';

type UploadDialogProps = { readonly file: File | null; readonly onClose: () => void };

/** From a file to a chart: sent, read, looked at, and with one press a dataset with its first chart. */
export function UploadDialog({ file, onClose }: UploadDialogProps) {
  const upload = useUpload(file);
  const navigate = useNavigate();
  const [typed, setTyped] = useState<string | null>(null);
  const { stage, preview } = upload;
  const name = typed ?? preview?.table_name ?? '';
  const create = async () => {
    if (!preview || reasonAgainst(upload, name) !== null) return;
    const id = await upload.publish(name.trim());
    if (id === null) return;
    toast.success(t('The dataset %(name)s was created', { name: name.trim() }));
    onClose();
    await navigate(suggestionHref(id, suggestChart(preview)));
  };
  usePreloadedChart(upload.file !== null);
  const isShown = preview !== null && stage.name !== 'sending' && stage.name !== 'choosing';
  return (
    <Dialog
      opened
      onClose={onClose}
      title={upload.file === null ? t('Upload a file') : upload.file.name}
      subtitle={subtitleOf(upload)}
      width={WIDTH}
      onSubmit={() => void create()}
      footer={
        isShown ? (
          <>
            <div className={classes['footName']}>
              <TextInput label={t('Name of the dataset')} value={name} onChange={setTyped} required />
            </div>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button
              type="submit"
              variant="primary"
              loading={stage.name === 'publishing'}
              disabledReason={reasonAgainst(upload, name)}
            >
              {t('Create and explore')}
            </Button>
          </>
        ) : undefined
      }
    >
      <Progress stage={stage} size={upload.file?.size ?? 0} onStop={onClose} />
      {stage.name === 'choosing' && <Choose onChoose={upload.choose} />}
      {stage.name === 'failed' && <Failure upload={upload} error={stage.error} />}
      {isShown && (
        <div className={classes['preview']} aria-busy={stage.name === 'reading'}>
          <ReadingFields preview={preview} onChange={upload.change} />
          <Faults
            preview={preview}
            rule={preview.isReady ? upload.options.faults : 'refuse'}
            onChange={upload.change}
          />
          <ProfileTable preview={preview} onChange={upload.change} />
        </div>
      )}
    </Dialog>
  );
}

/** The chart that one press makes of the file is a line over time more often than not: its code comes meanwhile. */
function usePreloadedChart(isComing: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isComing) return;
    preloadPage('explore');
    void client.prefetchQuery(loadedVizQuery(LIKELY_TYPE));
  }, [client, isComing]);
}

type Upload = ReturnType<typeof useUpload>;

function subtitleOf({ file, preview }: Upload): string | undefined {
  if (!file) return undefined;
  const size =
    file.size < MB
      ? t('%(size)s KB', { size: numberText(Math.max(1, Math.round(file.size / 1000))) })
      : t('%(size)s MB', { size: numberText(Math.round(file.size / (MB / 10)) / 10) });
  if (!preview) return size;
  const rows = tn('1 row', '%(count)s rows', preview.rows);
  const columns = tn('1 column', '%(count)s columns', preview.columns.length);
  return [size, rows, columns].join(' · ');
}

function reasonAgainst({ stage, preview }: Upload, name: string): string | null {
  if (stage.name === 'reading') return t('The file is being read.');
  if (!preview?.isReady) return t('Some rows do not fit. Say what becomes of them.');
  return name.trim() === '' ? t('Give the dataset a name') : null;
}

function Choose({ onChoose }: { readonly onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={classes['choose']}>
      <IconFileUpload size={40} stroke={1.25} aria-hidden />
      <p>{t('Drop a file here, or anywhere else in Tessera.')}</p>
      <Button variant="primary" onClick={() => input.current?.click()}>
        {t('Choose a file')}
      </Button>
      <p className={classes['note']}>
        {t('CSV, TSV, JSON, Parquet or XLSX. Types are found out; nothing is kept until you say so.')}
      </p>
      <p className={classes['note']}>{t('Cells that you copied from a spreadsheet can be pasted here.')}</p>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        className="ts-visually-hidden"
        aria-label={t('File')}
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) onChoose(file);
        }}
      />
    </div>
  );
}

type ProgressProps = { readonly stage: UploadStage; readonly size: number; readonly onStop: () => void };

/** What is being done, how far it is, and for how long; there is a way out of it. */
function Progress({ stage, size, onStop }: ProgressProps) {
  if (stage.name !== 'sending' && stage.name !== 'reading') return null;
  const share = shareOf(stage, size);
  return (
    <div className={classes['progress']}>
      <div className={classes['progressHead']}>
        <span role="status">{wordsOf(stage)}</span>
        <Clock since={stage.since} />
        <Button size="small" onClick={onStop}>
          {t('Cancel')}
        </Button>
      </div>
      <progress
        className={classes['bar']}
        max={1}
        {...(share === null ? {} : { value: share })}
        aria-label={wordsOf(stage)}
      />
    </div>
  );
}

function Clock({ since }: { readonly since: number }) {
  const ms = useElapsed(since);
  return (
    <span className={classes['clock']} aria-hidden>
      {ms < 500 ? '' : elapsedText(ms)}
    </span>
  );
}

type Running = Extract<UploadStage, { name: 'sending' | 'reading' }>;

function wordsOf(stage: Running): string {
  if (stage.name === 'sending')
    return stage.isWaiting ? t('The server does not answer. Sending goes on when it is back.') : t('Sending the file…');
  const { step } = stage;
  if (step === null) return t('Reading the file…');
  if (step.state === 'waiting') return t('Other files are read first…');
  if (step.step === 'reading') return t('Reading the file…');
  return step.step === 'typing' ? t('Finding out the types…') : t('Looking at the columns…');
}

function shareOf(stage: Running, size: number): number | null {
  if (stage.name === 'sending') return size === 0 ? null : stage.received / size;
  return stage.step?.state === 'running' ? stage.step.share : null;
}

/** What went wrong with the file, at its line where it has one, and the ways out. */
function Failure({ upload, error }: { readonly upload: Upload; readonly error: unknown }) {
  const isTaken = error instanceof ApiError && (error.code === 'table_exists' || error.code === 'rejected_fields');
  return (
    <ErrorCard
      error={error}
      small
      actions={
        <>
          {upload.preview !== null && (
            <Button onClick={upload.goOn}>{isTaken ? t('Change the name') : t('Back')}</Button>
          )}
          {upload.preview === null && upload.file !== null && (
            <Button onClick={() => upload.file && upload.choose(upload.file)}>{t('Try again')}</Button>
          )}
          <Button onClick={upload.restart}>{t('Choose another file')}</Button>
        </>
      }
    />
  );
}
