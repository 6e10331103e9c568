import { t } from '@tessera/core/messages';
import type { Mark } from '@tessera/viz/marks';
import { useCallback, useMemo, useState } from 'react';
import type { Stretch } from './brush.ts';
import type { InputControl } from './use-inputs.ts';

/** A stretch of the base axis, from one mark to another, as the keyboard chooses it. */
export type RangeTouch = {
  /** In values of the axis, the smaller one first; null while none is chosen. */
  readonly range: Stretch | null;
  /** Takes the range on to a mark; it begins at the one that the keyboard is at. */
  readonly extend: (from: Mark, to: Mark) => void;
  /** Selects the range. @returns whether there was one */
  readonly apply: () => boolean;
  /** @returns whether there was one */
  readonly drop: () => boolean;
  /** The same without a word, where the keyboard goes elsewhere. */
  readonly forget: () => void;
};

type Ends = { readonly start: Mark; readonly end: Mark };

/** A brush by keyboard; whoever reads the page aloud says what it covers. */
export function useRange(send: InputControl['send'], say: (text: string) => void): RangeTouch {
  const [ends, setEnds] = useState<Ends | null>(null);
  const range = useMemo(() => stretchOf(ends), [ends]);
  const extend = useCallback(
    (from: Mark, to: Mark) => {
      const next = { start: ends?.start ?? from, end: to };
      setEnds(next);
      say(t('%(from)s to %(to)s. Enter selects this range, Escape drops it.', namesOf(next)));
    },
    [ends, say],
  );
  const apply = useCallback(() => {
    if (ends === null || range === null) return false;
    const outcome = send({ kind: 'brush', axis: 'x', from: range[0], to: range[1] });
    setEnds(null);
    const names = namesOf(ends);
    say(outcome === null ? t('%(from)s to %(to)s cannot be selected', names) : t('%(from)s to %(to)s selected', names));
    return true;
  }, [ends, range, send, say]);
  const drop = useCallback(() => {
    setEnds(null);
    if (ends !== null) say(t('Range dropped'));
    return ends !== null;
  }, [ends, say]);
  const forget = useCallback(() => setEnds(null), []);
  return { range, extend, apply, drop, forget };
}

function stretchOf(ends: Ends | null): Stretch | null {
  const from = ends?.start.place?.value;
  const to = ends?.end.place?.value;
  if (from === undefined || to === undefined) return null;
  return [Math.min(from, to), Math.max(from, to)];
}

/** What both ends are called, the smaller one first. */
function namesOf({ start, end }: Ends): { readonly from: string; readonly to: string } {
  const [from, to] = [start, end].toSorted((a, b) => (a.place?.value ?? 0) - (b.place?.value ?? 0));
  return { from: from?.place?.name ?? '', to: to?.place?.name ?? '' };
}
