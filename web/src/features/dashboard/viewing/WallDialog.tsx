import { t, tn } from '@tessera/core/messages';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { Button } from '../../../ui/buttons/Button.tsx';
import { NumberInput } from '../../../ui/fields/NumberInput.tsx';
import { copyText } from '../../../ui/feedback/copy.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';

const LEAST = 5;

/** The address of the dashboard for a screen on a wall: nothing but charts, the tabs one after the other. */
export function WallDialog({ onClose }: { readonly onClose: () => void }) {
  const { pathname, search } = useLocation();
  const [seconds, setSeconds] = useState<number | null>(30);
  const isValid = seconds !== null && seconds >= LEAST;
  const parameters = new URLSearchParams(search);
  parameters.set('standalone', '2');
  if (isValid) parameters.set('rotate', String(seconds));
  const address = new URL(`${pathname}?${parameters.toString()}`, location.href).href;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Show on a wall')}
      subtitle={t('Open this address on the screen. It refreshes as the dashboard does and comes back by itself.')}
      width={520}
      footer={
        <>
          <Button onClick={() => void copyText(address, t('Copied to clipboard!'))}>{t('Copy link')}</Button>
          <Button
            variant="primary"
            onClick={() => {
              open(address, '_blank', 'noopener');
              onClose();
            }}
          >
            {t('Open')}
          </Button>
        </>
      }
    >
      <NumberInput
        label={t('Seconds for each tab')}
        integer
        min={LEAST}
        value={seconds}
        error={isValid ? null : tn('At least one second', 'At least %(count)s seconds', LEAST)}
        onChange={setSeconds}
      />
    </Dialog>
  );
}
