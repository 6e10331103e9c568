import { IconFileUpload } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { Button } from '../../ui/buttons/Button.tsx';
import { openUpload } from './upload-store.ts';

/** Opens the dialog in which a file becomes a dataset. */
export function UploadButton({ primary = false }: { readonly primary?: boolean }) {
  return (
    <Button
      variant={primary ? 'primary' : 'default'}
      icon={<IconFileUpload size={16} stroke={1.5} />}
      onClick={() => openUpload()}
    >
      {t('Upload a file')}
    </Button>
  );
}
