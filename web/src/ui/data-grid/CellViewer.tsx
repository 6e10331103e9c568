import { IconCopy, IconExternalLink } from '@tabler/icons-react';
import { numberText, t } from '@tessera/core/messages';
import { cellAt, type Cell, type Column } from '@tessera/core/table';
import { useEffect, useMemo, useState } from 'react';
import { Button } from '../buttons/Button.tsx';
import { CodeEditor } from '../code-editor/CodeEditor.tsx';
import { copyText } from '../feedback/copy.ts';
import { Spinner } from '../feedback/Spinner.tsx';
import { Dialog } from '../overlays/Dialog.tsx';
import { readCell, safeLink, type CellReading } from './cell-reading.ts';
import type { WholeCells } from './cut-cells.ts';
import { doneText } from './grid-actions.ts';
import classes from './GridPopups.module.css';

type CellViewerProps = {
  readonly column: Column;
  readonly label: string;
  /** Row of the table. */
  readonly row: number;
  /** Row as it is shown, from 1. */
  readonly number: number;
  readonly wholeCells: WholeCells | undefined;
  readonly onClose: () => void;
};

/** One value, whole: long text with its lines, JSON set out, an address as text with a way to it. */
export function CellViewer({ column, label, row, number, wholeCells, onClose }: CellViewerProps) {
  const { cell, isPending, problem } = useWholeCell(column, row, wholeCells);
  const block = { rows: [row], columns: [column], isHeadless: true };
  const reading = useMemo(() => readCell(cell, column.kind), [cell, column.kind]);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={label}
      subtitle={t('Row %(number)s', { number: numberText(number) })}
      width={720}
      footer={
        <Button
          variant="primary"
          icon={<IconCopy size={16} stroke={1.5} />}
          disabledReason={
            isPending
              ? t('The rest of the value is on its way …')
              : reading.kind === 'null'
                ? t('There is no value.')
                : null
          }
          onClick={() => void copyText(reading.text, doneText(block, problem === null ? 0 : 1))}
        >
          {t('Copy')}
        </Button>
      }
    >
      <Value reading={reading} />
      {isPending && (
        <p className={classes['viewerNull']} role="status">
          <Spinner size={14} /> {t('The rest of the value is on its way …')}
        </p>
      )}
      {problem !== null && <p className={classes['viewerNull']}>{t('Only the beginning is here: %s', problem)}</p>}
    </Dialog>
  );
}

function Value({ reading: { kind, text } }: { readonly reading: CellReading }) {
  const link = kind === 'link' ? safeLink(text) : null;
  if (kind === 'null') return <p className={classes['viewerNull']}>{t('null: there is no value.')}</p>;
  if (text === '') return <p className={classes['viewerNull']}>{t('(empty text)')}</p>;
  if (kind === 'json')
    return (
      <CodeEditor
        label={t('Value')}
        language="json"
        value={text}
        readOnly
        rows={Math.min(18, text.split('\n').length)}
      />
    );
  return (
    <>
      <pre className={classes['viewerText']} tabIndex={0}>
        {text}
      </pre>
      {link !== null && (
        <p className={classes['viewerLink']}>
          <IconExternalLink size={14} stroke={1.5} aria-hidden />
          <a href={link} target="_blank" rel="noopener noreferrer nofollow">
            {t('Open the address in a new tab')}
          </a>
        </p>
      )}
    </>
  );
}

/** The value; of one that is here in part the whole, as soon as it is here. */
function useWholeCell(column: Column, row: number, wholeCells: WholeCells | undefined) {
  const here = cellAt(column, row);
  const isCut = wholeCells?.isCut(column.name, row) ?? false;
  const [whole, setWhole] = useState<Cell | undefined>(undefined);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (!isCut || wholeCells === undefined) return;
    const stop = new AbortController();
    wholeCells
      .read(column.name, row, stop.signal)
      .then(setWhole)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setProblem(error instanceof Error ? error.message : t('An error occurred'));
      });
    return () => stop.abort();
  }, [isCut, wholeCells, column.name, row]);
  return {
    cell: whole === undefined ? here : whole,
    isPending: isCut && whole === undefined && problem === null,
    problem,
  };
}
