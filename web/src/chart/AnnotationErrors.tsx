import { IconAlertTriangle } from '@tabler/icons-react';
import { t, tn } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../ui/buttons/Button.tsx';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import { Popover } from '../ui/overlays/Popover.tsx';
import { annotationErrorsOf, type AnnotationStates } from './annotation-status.ts';
import classes from './AnnotationErrors.module.css';

type AnnotationErrorsProps = { readonly annotations: AnnotationStates; readonly onRetry: () => void };

/** Layers that could not be drawn, said beside a chart that stands without them. */
export function AnnotationErrors({ annotations, onRetry }: AnnotationErrorsProps) {
  const [opened, setOpened] = useState(false);
  const errors = annotationErrorsOf(annotations);
  if (errors.length === 0) return null;
  const label = tn('An annotation layer is missing', '%(count)s annotation layers are missing', errors.length);
  return (
    <div className={classes['place']}>
      <Popover
        opened={opened}
        onChange={setOpened}
        label={label}
        position="bottom-end"
        trigger={
          <IconButton
            size="small"
            className={classes['button']}
            label={label}
            icon={<IconAlertTriangle size={16} stroke={1.5} />}
            onClick={() => setOpened(!opened)}
          />
        }
      >
        <ul className={classes['list']}>
          {errors.map(({ name, error }) => (
            <li key={name}>
              <strong>{name}</strong>
              <span>{error}</span>
            </li>
          ))}
        </ul>
        <Button
          size="small"
          onClick={() => {
            setOpened(false);
            onRetry();
          }}
        >
          {t('Try again')}
        </Button>
      </Popover>
    </div>
  );
}
