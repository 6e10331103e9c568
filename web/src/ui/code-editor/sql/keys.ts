import type { Extension } from '@codemirror/state';

/** Whose keys an editor has. */
export type EditorKeys = 'standard' | 'vim' | 'emacs';

/** The keys of another editor, whose code comes when somebody wants them. */
export async function loadKeys(keys: EditorKeys): Promise<Extension> {
  switch (keys) {
    case 'standard':
      return [];
    case 'vim':
      return (await import('@replit/codemirror-vim')).vim({ status: true });
    case 'emacs':
      return (await import('@replit/codemirror-emacs')).emacs();
  }
}
