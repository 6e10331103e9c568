import { t } from '@tessera/core/messages';
import { useEffect, useState } from 'react';
import { onDemand } from '../../ui/common/on-demand.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { isTyping } from '../../ui/lists/use-list-keys.ts';
import { isTable } from './pasted-table.ts';
import { closeUpload, openUpload, useUploadDialog } from './upload-store.ts';

const DropHint = onDemand(async () => (await import('./DropHint.tsx')).DropHint);
const UploadDialog = onDemand(async () => (await import('./UploadDialog.tsx')).UploadDialog);

/** A file or a table may be let go or pasted anywhere on the page; the dialog that it opens makes a dataset of it. */
export function UploadDrop() {
  const { isOpen, file } = useUploadDialog();
  const isOver = useFileDrop();
  usePaste();
  return (
    <>
      {isOver && <DropHint />}
      {isOpen && <UploadDialog file={file} onClose={closeUpload} />}
    </>
  );
}

function holdsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') === true;
}

/** Whether a file hovers over the page. One that is let go opens the dialog, wherever that was. */
function useFileDrop(): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!holdsFiles(event)) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      const [file] = files;
      if (files.length > 1) toast.info(t('One file at a time: %(name)s is taken.', { name: file?.name ?? '' }));
      if (file) openUpload(file);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}

/** What is pasted where nothing takes text: a file, or cells that were copied from a spreadsheet. */
function pastedFile({ clipboardData }: ClipboardEvent): File | null {
  const [file] = clipboardData?.files ?? [];
  if (file) return file;
  const text = clipboardData?.getData('text/plain') ?? '';
  return isTable(text) ? new File([text], t('Pasted table.tsv'), { type: 'text/tab-separated-values' }) : null;
}

function usePaste(): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const isInDialog = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null;
      // Another dialog is about something else.
      if (event.defaultPrevented || isTyping(event.target) || (isInDialog && !useUploadDialog.getState().isOpen))
        return;
      const file = pastedFile(event);
      if (file === null) return;
      event.preventDefault();
      openUpload(file);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, []);
}
