import { t } from '@tessera/core/messages';
import type { ChartContext } from '@tessera/viz/define';
import type { DrillTarget } from '@tessera/viz/events';
import type { Mark } from '@tessera/viz/marks';
import { isSelected, labelOf } from '@tessera/viz/select';
import { use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { MarkDeskContext } from './drill/mark-host.ts';
import type { Shown } from './use-chart.ts';
import type { InputControl } from './use-inputs.ts';
import type { Brushed } from './brush.ts';
import { createHover, type Hover } from './hover.ts';
import { useRange, type RangeTouch } from './use-range.ts';

type Place = { readonly x: number; readonly y: number };

/** What can be done at a mark: an open menu. */
export type OpenMenu = {
  readonly mark: Mark;
  readonly target: DrillTarget | null;
  readonly at: Place;
  /** Every series of the chart; one alone is no choice. */ readonly series: readonly string[];
};

/** The marks of one picture and what a user does with them, by pointer or by keyboard. */
export type Touch = {
  readonly marks: () => readonly Mark[];
  readonly focused: Mark | null;
  /** What is read aloud. */
  readonly spoken: string;
  readonly menu: OpenMenu | null;
  readonly focus: (mark: Mark | null) => void;
  /** @returns whether it can be selected */
  readonly select: (mark: Mark, isAdded: boolean) => boolean;
  /** A click or Enter: selects, or opens what can be done, as the place of the chart has it. */
  readonly press: (mark: Mark, isAdded: boolean, at: Place) => void;
  /** @returns whether there was a selection */
  readonly clear: () => boolean;
  readonly brush: (brushed: Brushed) => void;
  readonly range: RangeTouch;
  /** Takes the keyboard to a mark, with the range that it chooses. */
  readonly extend: (to: Mark) => void;
  readonly hover: Hover;
  readonly openMenu: (mark: Mark, at: Place) => void;
  readonly closeMenu: () => void;
};

export function useTouch(shown: Shown, context: ChartContext, control: InputControl): Touch {
  const { send, inputs } = control;
  const [focused, setFocused] = useState<Mark | null>(null);
  const [spoken, setSpoken] = useState('');
  const marks = useMarks(shown, context);
  const range = useRange(send, setSpoken);
  const { extend: extendRange, forget: forgetRange } = range;
  const { results } = shown;
  useEffect(() => {
    setFocused(null);
    forgetRange();
  }, [results, forgetRange]);

  const focus = useCallback(
    (mark: Mark | null) => {
      setFocused(mark);
      forgetRange();
      setSpoken(mark === null ? '' : spokenOf(mark, isSelected(mark, inputs)));
    },
    [inputs, forgetRange],
  );
  const extend = useCallback(
    (to: Mark) => {
      extendRange(focused ?? to, to);
      setFocused(to);
    },
    [focused, extendRange],
  );
  const select = useCallback(
    (mark: Mark, isAdded: boolean) => {
      const outcome = send({ kind: 'select', mark, isAdded });
      const mask = outcome?.kind === 'data_mask' ? outcome.mask : null;
      setSpoken(mask ? saidOf(mark, mask.filterState) : t('%(mark)s cannot be selected', { mark: mark.name }));
      return mask !== null;
    },
    [send],
  );
  const clear = useCallback(() => {
    const isCleared = send({ kind: 'clear' }) !== null;
    if (isCleared) setSpoken(t('Selection cleared'));
    return isCleared;
  }, [send]);
  const brush = useCallback(
    ({ along: [from, to], across }: Brushed) =>
      void send({ kind: 'brush', axis: 'x', from, to, ...(across === null ? {} : { across }) }),
    [send],
  );
  const hover = useMemo(() => createHover((mark) => void send({ kind: 'hover', mark })), [send]);
  const { menu, openMenu, closeMenu } = useMenu(control, marks, results);
  const { host } = use(MarkDeskContext);
  const press = useCallback(
    // With a modifier key a mark is selected beside others wherever it is.
    (mark: Mark, isAdded: boolean, at: Place) =>
      void (host.press === 'select' || isAdded ? select(mark, isAdded) : openMenu(mark, at)),
    [host.press, select, openMenu],
  );
  const closing = { menu, openMenu, closeMenu };
  return { marks, focused, spoken, focus, select, press, clear, brush, range, extend, hover, ...closing };
}

/** The menu at a mark; another picture closes it. */
function useMenu(
  { send, inputs }: InputControl,
  marks: Touch['marks'],
  results: Shown['results'],
): Pick<Touch, 'menu' | 'openMenu' | 'closeMenu'> {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  useEffect(() => setMenu(null), [results]);
  const openMenu = useCallback(
    (mark: Mark, at: Place) => {
      const outcome = send({ kind: 'menu', mark });
      const target = outcome?.kind === 'drill_target' ? outcome.target : null;
      const series = new Set([...marks().flatMap((one) => one.series ?? []), ...inputs.hidden]);
      setMenu({ mark, target, at, series: [...series] });
    },
    [send, marks, inputs.hidden],
  );
  return { menu, openMenu, closeMenu: useCallback(() => setMenu(null), []) };
}

/** Most pictures are never touched: marks are made when one is. */
function useMarks(shown: Shown, context: ChartContext): Touch['marks'] {
  const { viz } = shown.loaded;
  const made = useRef<{ readonly of: unknown; readonly marks: readonly Mark[] } | null>(null);
  const source = useMemo(() => ({ viz, shown, context }), [viz, shown, context]);
  return useCallback(() => {
    if (made.current?.of !== source)
      made.current = { of: source, marks: viz.marks(shown.results, shown.form, context) };
    return made.current.marks;
  }, [source, viz, shown, context]);
}

function saidOf(mark: Mark, { value }: Readonly<Record<string, unknown>>): string {
  return value === null ? t('Selection cleared') : t('%(label)s selected', { label: labelOf(mark) });
}

/** The words for a mark that was reached. */
function spokenOf(mark: Mark, isSelected: boolean): string {
  return isSelected ? t('%(mark)s, selected', { mark: mark.name }) : mark.name;
}
