import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useEffect, useState } from 'react';
import { Button } from '../buttons/Button.tsx';
import { cx } from '../common/cx.ts';
import { ErrorText } from './ErrorText.tsx';
import { IconButton } from '../buttons/IconButton.tsx';
import { useToasts, type Toast, type ToastTone } from './toast-store.ts';
import classes from './Toasts.module.css';

const icons: Readonly<Record<ToastTone, typeof IconInfoCircle>> = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconAlertCircle,
};

/** Mounted once, by the app. */
export function Toasts() {
  const list = useToasts((state) => state.list);
  return (
    <section className={classes['stack']} aria-label={t('Notifications')}>
      {list.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const dispatch = useToasts((state) => state.dispatch);
  // Someone who reads it or is about to press its button keeps it.
  const [held, setHeld] = useState(false);
  const Icon = icons[toast.tone];

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dispatch({ type: 'dismissed', id: toast.id }), toast.durationMs);
    return () => clearTimeout(timer);
  }, [held, toast.id, toast.durationMs, dispatch]);

  return (
    <div
      role={toast.tone === 'danger' || toast.tone === 'warning' ? 'alert' : 'status'}
      className={classes['toast']}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={cx(classes['icon'], classes[toast.tone])} aria-hidden>
        <Icon size={20} stroke={1.5} />
      </span>
      <div className={classes['text']}>
        {typeof toast.message === 'string' && (toast.tone === 'danger' || toast.tone === 'warning') ? (
          <ErrorText text={toast.message} />
        ) : (
          toast.message
        )}
      </div>
      {toast.action && (
        <span className={classes['action']}>
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              toast.action?.onClick();
              dispatch({ type: 'dismissed', id: toast.id });
            }}
          >
            {toast.action.label}
          </Button>
        </span>
      )}
      <IconButton
        size="small"
        label={t('Dismiss')}
        icon={<IconX size={14} stroke={1.5} />}
        onClick={() => dispatch({ type: 'dismissed', id: toast.id })}
      />
    </div>
  );
}
