import { IconBell, IconBellOff } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { disableNotifications, enableNotifications, useNotify } from './notify.ts';

/** Whoever waits longer may want to do something else meanwhile. */
const LONG_MS = 3000;

/** Offered while somebody waits: the browser asks for its permission when it is pressed. */
export function NotifyButton({ waitedMs }: { readonly waitedMs: number }) {
  const isOn = useNotify((state) => state.isOn);
  if (waitedMs <= LONG_MS) return null;
  const toggle = async () => {
    if (isOn) return disableNotifications();
    if (!(await enableNotifications()))
      toast.warning(t('This browser does not let the page notify you. Allow it in the settings of the page.'));
  };
  return (
    <IconButton
      size="small"
      label={t('Notify me when it ends')}
      pressed={isOn}
      icon={isOn ? <IconBell size={16} stroke={1.5} /> : <IconBellOff size={16} stroke={1.5} />}
      onClick={() => void toggle()}
    />
  );
}
