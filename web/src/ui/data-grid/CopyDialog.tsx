import type { Column } from '@tessera/core/table';
import { numberText, t } from '@tessera/core/messages';
import { useEffect, useMemo, useState } from 'react';
import { Button } from '../buttons/Button.tsx';
import { Checkbox } from '../fields/Checkbox.tsx';
import { SegmentedControl } from '../fields/SegmentedControl.tsx';
import { TextInput } from '../fields/TextInput.tsx';
import { Dialog } from '../overlays/Dialog.tsx';
import { blockChunks } from './copy-formats.ts';
import { copyFormats, type CellBlock, type CopyFormat, type CopyStyle } from './copy-types.ts';
import type { WholeCells } from './cut-cells.ts';
import classes from './GridPopups.module.css';
import { copyBlock } from './grid-actions.ts';
import { yieldToPage } from './yield-to-page.ts';

/** What of the grid is copied; each as a block of cells. */
export type CopyScopes = {
  readonly cell: CellBlock | null;
  readonly selection: CellBlock | null;
  readonly row: CellBlock | null;
  readonly column: CellBlock;
  readonly all: CellBlock;
};
type Scope = keyof CopyScopes;

const PREVIEW_ROWS = 5;
const names: Readonly<Record<CopyFormat, string>> = {
  tsv: 'TSV',
  csv: 'CSV',
  markdown: 'Markdown',
  json: 'JSON',
  insert: 'INSERT',
  'sql-in': 'SQL IN',
};

type CopyDialogProps = {
  readonly scopes: CopyScopes;
  readonly grid: { readonly copyStyle: CopyStyle; readonly wholeCells: WholeCells | undefined };
  readonly onClose: () => void;
};

/** Which cells to copy, and as what; the first lines are shown. */
export function CopyDialog({ scopes, grid: { copyStyle: usual, wholeCells }, onClose }: CopyDialogProps) {
  const [scope, setScope] = useState<Scope>(
    scopes.selection !== null ? 'selection' : scopes.cell !== null ? 'cell' : 'column',
  );
  const [format, setFormat] = useState<CopyFormat>('tsv');
  const [into, setInto] = useState(usual.into);
  const [isHarmless, setHarmless] = useState(usual.isHarmless);
  const style = useMemo(() => ({ ...usual, into, isHarmless }), [usual, into, isHarmless]);
  const block = scopes[scope] ?? scopes.all;
  const preview = usePreview(block, format, style);
  const copy = () => {
    void copyBlock(block, format, { copyStyle: style, wholeCells });
    onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Copy cells')}
      onSubmit={copy}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" data-autofocus>
            {t('Copy')}
          </Button>
        </>
      }
    >
      <Choices scopes={scopes} scope={scope} onScope={setScope} format={format} onFormat={setFormat} />
      {format === 'insert' && <TextInput label={t('Into the table')} value={into} onChange={setInto} mono />}
      {(format === 'tsv' || format === 'csv') && (
        <Checkbox
          label={t('Keep spreadsheets from running cells as formulas')}
          checked={isHarmless}
          onChange={setHarmless}
        />
      )}
      <pre className={classes['viewerText']} tabIndex={0} aria-label={t('First lines')}>
        {preview}
      </pre>
      <p className={classes['statisticsScope']}>{countText(block.rows.length, block.columns)}</p>
    </Dialog>
  );
}

type ChoicesProps = {
  readonly scopes: CopyScopes;
  readonly scope: Scope;
  readonly onScope: (scope: Scope) => void;
  readonly format: CopyFormat;
  readonly onFormat: (format: CopyFormat) => void;
};

function Choices({ scopes, scope, onScope, format, onFormat }: ChoicesProps) {
  const labels: Readonly<Record<Scope, string>> = {
    cell: t('Cell'),
    selection: t('Selection'),
    row: t('Row'),
    column: t('Column'),
    all: t('All'),
  };
  return (
    <>
      <SegmentedControl
        label={t('What')}
        value={scope}
        onChange={onScope}
        options={(['cell', 'selection', 'row', 'column', 'all'] as const)
          .filter((name) => scopes[name] !== null)
          .map((name) => ({ value: name, label: labels[name] }))}
        wide
      />
      <SegmentedControl
        label={t('As')}
        value={format}
        onChange={onFormat}
        options={copyFormats.map((name) => ({ value: name, label: names[name] }))}
        wide
      />
    </>
  );
}

function countText(rows: number, columns: readonly Column[]): string {
  return t('Rows: %(rows)s, columns: %(columns)s', {
    rows: numberText(rows),
    columns: numberText(columns.length),
  });
}

function usePreview(block: CellBlock, format: CopyFormat, style: CopyStyle): string {
  const [text, setText] = useState('');
  useEffect(() => {
    let isShown = true;
    const { columns } = block;
    const rows = Array.from({ length: Math.min(PREVIEW_ROWS, block.rows.length) }, (_, at) => block.rows[at] ?? 0);
    void blockChunks({ rows, columns }, format, yieldToPage, style).then((chunks) => {
      if (isShown) setText(chunks.join('') + (block.rows.length > PREVIEW_ROWS ? '\n…' : ''));
    });
    return () => {
      isShown = false;
    };
  }, [block, format, style]);
  return text;
}
