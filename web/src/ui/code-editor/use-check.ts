import type { TextPosition } from '@tessera/core/text-position';
import { useEffect, useRef, useState } from 'react';

export type CodeProblem = { readonly message: string; readonly place: TextPosition | null };
/** Asks what is wrong with a text; `null` when nothing is. */
export type CheckCode = (text: string) => Promise<CodeProblem | null>;

type Answer =
  | { readonly state: 'running' | 'accepted' }
  | { readonly state: 'refused'; readonly problem: CodeProblem }
  | { readonly state: 'failed'; readonly error: unknown };

/** After so long without a key what is written is checked by itself, where that is asked for. */
const PAUSE_MS = 800;

/**
 * The check of a text. An answer holds for the text that was asked about, and is gone when it changes.
 * @param isLive  What a user wrote is also checked when they pause.
 */
export function useCheck(
  text: string,
  check: CheckCode | undefined,
  isLive: boolean,
): (Answer | { readonly state: 'idle' }) & { readonly run: () => void } {
  const [last, setLast] = useState<{ readonly about: string; readonly answer: Answer } | null>(null);
  const request = useRef(0);
  const ask = (isQuiet: boolean) => {
    if (check === undefined || text.trim() === '') return;
    const id = ++request.current;
    const take = (answer: Answer) => id === request.current && setLast({ about: text, answer });
    if (!isQuiet) take({ state: 'running' });
    check(text).then(
      (problem) => take(problem === null ? { state: 'accepted' } : { state: 'refused', problem }),
      // Nobody asked for this one: the button says what failed.
      (error: unknown) => isQuiet || take({ state: 'failed', error }),
    );
  };
  useAfterPause(text, isLive && last?.about !== text, () => ask(true));
  return { ...(last?.about === text ? last.answer : { state: 'idle' }), run: () => ask(false) };
}

/** Act when a text was changed and then left alone. */
function useAfterPause(text: string, isOn: boolean, act: () => void): void {
  const first = useRef(text);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!isOn || text === first.current) return;
    const timer = setTimeout(() => latest.current(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, isOn]);
}
