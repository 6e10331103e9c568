import { t } from '@tessera/core/messages';
import { toast } from './toast-store.ts';

/** Put text on the clipboard and say so; a browser that refuses gets said as well. */
export async function copyText(text: string, done: string = t('Copied')): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    toast.danger(t('The browser does not allow copying here.'));
  }
}
