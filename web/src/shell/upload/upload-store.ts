import { create } from 'zustand';

/** Whether the dialog for files is open, and the file that was dropped. */
type UploadDialogState = { readonly isOpen: boolean; readonly file: File | null };

export const useUploadDialog = create<UploadDialogState>(() => ({ isOpen: false, file: null }));

/** Open the dialog in which a file becomes a dataset. */
export function openUpload(file: File | null = null): void {
  useUploadDialog.setState({ isOpen: true, file });
}

export function closeUpload(): void {
  useUploadDialog.setState({ isOpen: false, file: null });
}
