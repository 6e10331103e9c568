import { useMergedRef } from '@mantine/hooks';
import { cloneElement, useId, useRef, useState, type KeyboardEvent } from 'react';
import { both } from '../common/both.ts';
import { onDemand } from '../common/on-demand.tsx';
import { AwaitedPanel } from './AwaitedPanel.tsx';
import type { PopoverProps } from './popover-props.ts';

const PopoverPanel = onDemand(async () => (await import('./PopoverPanel.tsx')).PopoverPanel, AwaitedPanel);

/**
 * A small panel beside what opened it. The trigger toggles `opened` itself; Escape and a click outside close it. Its
 * code comes when the trigger is reached.
 */
export function Popover({ trigger, opened, quietTrigger = false, ...panel }: PopoverProps) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened && !wasOpened) setWasOpened(true);
  const { ref, onKeyDown, onPointerEnter, onFocus } = trigger.props;
  const closeByKey = (event: KeyboardEvent) => {
    // The keyboard is on its way into the panel still.
    if (event.key !== 'Escape' || !opened) return;
    event.stopPropagation();
    panel.onChange(false);
  };
  const spoken = {
    id,
    'aria-haspopup': 'dialog',
    'aria-expanded': opened,
    'aria-controls': opened ? `${id}-dropdown` : undefined,
  } as const;
  return (
    <>
      {cloneElement(trigger, {
        ref: useMergedRef(anchor, ref),
        ...(!quietTrigger && spoken),
        onKeyDown: both(onKeyDown, closeByKey),
        onPointerEnter: both(onPointerEnter, PopoverPanel.preload),
        onFocus: both(onFocus, PopoverPanel.preload),
      })}
      {wasOpened && <PopoverPanel {...panel} opened={opened} quietTrigger={quietTrigger} anchor={anchor} id={id} />}
    </>
  );
}
