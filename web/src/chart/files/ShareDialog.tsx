import { useQuery } from '@tanstack/react-query';
import { IconCopy, IconMail } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useId, useState } from 'react';
import { limits } from '../../api/limits.ts';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import { copyText } from '../../ui/feedback/copy.ts';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { NumberInput } from '../../ui/fields/NumberInput.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { ChartAudience } from './ChartAudience.tsx';
import { embedCode } from './embed-code.ts';
import classes from './ShareDialog.module.css';

type ShareDialogProps = {
  readonly title: string;
  /** Makes the lasting link; a whole address. */
  readonly makeLink: () => Promise<string>;
  /** Tells one state of the chart from another: a new state has a link of its own. */
  readonly stateKey: string;
  /** The saved chart, for who may change it: they learn what others see. Null for everybody else. */
  readonly chartId: number | null;
  readonly onClose: () => void;
};

/** A lasting link to the chart as it is set: to copy, to send by mail, to show in another page ([2.4-01]). */
export function ShareDialog({ title, makeLink, stateKey, chartId, onClose }: ShareDialogProps) {
  const link = useQuery({ queryKey: ['chart-link', stateKey], queryFn: makeLink, staleTime: Infinity, retry: false });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Share')}
      subtitle={title}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      {link.isPending && <Skeleton height={160} />}
      {link.isError && <ErrorCard error={link.error} onRetry={() => void link.refetch()} small />}
      {chartId !== null && <ChartAudience chartId={chartId} />}
      {link.data !== undefined && <Ways title={title} address={link.data} />}
    </Dialog>
  );
}

function Ways({ title, address }: { readonly title: string; readonly address: string }) {
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\n${address}`)}`;
  return (
    <div className={classes['ways']}>
      <div className={classes['link']}>
        <TextInput
          label={t('Link')}
          value={address}
          onChange={unchanged}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="primary"
          icon={<IconCopy size={16} stroke={1.5} />}
          onClick={() => void copyText(address, t('Link copied'))}
        >
          {t('Copy link')}
        </Button>
        <LinkButton to={mail} icon={<IconMail size={16} stroke={1.5} />}>
          {t('Share by mail')}
        </LinkButton>
      </div>
      <Embed title={title} address={address} />
    </div>
  );
}

/** Links are made, not written. */
const unchanged = () => undefined;

/** Of the frame in px. */
const bounds = { min: 100, max: 4000 } as const;

function Embed({ title, address }: { readonly title: string; readonly address: string }) {
  const [width, setWidth] = useState<number | null>(600);
  const [height, setHeight] = useState<number | null>(400);
  const id = useId();
  const code = embedCode({ title, address, width: width ?? 600, height: height ?? 400 });
  return (
    <section className={classes['embed']} aria-labelledby={id}>
      <h3 id={id}>{t('Embed code')}</h3>
      <p>
        {limits.mayBeFramed
          ? t('Readers see the chart if they are signed in here, or if everybody may see it.')
          : t(
              'Pages of this address may show the chart in a frame. ' +
                'An administrator allows other sites by the setting frameOrigins.',
            )}
      </p>
      <div className={classes['sizes']}>
        <NumberInput label={t('Width in px')} value={width} onChange={setWidth} {...bounds} />
        <NumberInput label={t('Height in px')} value={height} onChange={setHeight} {...bounds} />
      </div>
      <textarea className={classes['code']} aria-label={t('Embed code')} readOnly rows={4} value={code} />
      <Button icon={<IconCopy size={16} stroke={1.5} />} onClick={() => void copyText(code, t('Embed code copied'))}>
        {t('Copy embed code')}
      </Button>
    </section>
  );
}
