import { IconCopy, IconExternalLink } from '@tabler/icons-react';
import { numberText, t } from '@tessera/core/messages';
import { cellAt, type Column } from '@tessera/core/table';
import { useMemo } from 'react';
import { Button } from '../buttons/Button.tsx';
import { CodeEditor } from '../code-editor/CodeEditor.tsx';
import { copyText } from '../feedback/copy.ts';
import { Dialog } from '../overlays/Dialog.tsx';
import { readCell, safeLink } from './cell-reading.ts';
import classes from './DataGrid.module.css';

type CellViewerProps = {
  readonly column: Column;
  readonly label: string;
  /** Row of the table. */
  readonly row: number;
  /** Row as it is shown, from 1. */
  readonly number: number;
  readonly onClose: () => void;
};

/** One value, whole: long text with its lines, JSON set out, an address as text with a way to it. */
export function CellViewer({ column, label, row, number, onClose }: CellViewerProps) {
  const reading = useMemo(() => readCell(cellAt(column, row), column.kind), [column, row]);
  const link = reading.kind === 'link' ? safeLink(reading.text) : null;
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
          disabledReason={reading.kind === 'null' ? t('There is no value.') : null}
          onClick={() => void copyText(reading.text, t('Cell copied'))}
        >
          {t('Copy')}
        </Button>
      }
    >
      {reading.kind === 'null' ? (
        <p className={classes['viewerNull']}>{t('null: there is no value.')}</p>
      ) : reading.kind === 'json' ? (
        <CodeEditor
          label={t('Value')}
          language="json"
          value={reading.text}
          readOnly
          rows={Math.min(18, reading.text.split('\n').length)}
        />
      ) : (
        <pre className={classes['viewerText']} tabIndex={0}>
          {reading.text}
        </pre>
      )}
      {link !== null && (
        <p className={classes['viewerLink']}>
          <IconExternalLink size={14} stroke={1.5} aria-hidden />
          <a href={link} target="_blank" rel="noopener noreferrer nofollow">
            {t('Open the address in a new tab')}
          </a>
        </p>
      )}
    </Dialog>
  );
}
