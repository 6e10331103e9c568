import type { TextPosition } from '@tessera/core/text-position';
import { useRef, useState } from 'react';

export type CodeProblem = { readonly message: string; readonly place: TextPosition | null };
/** Asks what is wrong with a text; `null` when nothing is. */
export type CheckCode = (text: string) => Promise<CodeProblem | null>;

type Answer =
  | { readonly state: 'running' | 'accepted' }
  | { readonly state: 'refused'; readonly problem: CodeProblem }
  | { readonly state: 'failed'; readonly error: unknown };

/** The check of a text. An answer holds for the text that was asked about, and is gone when it changes. */
export function useCheck(
  text: string,
  check: CheckCode | undefined,
): (Answer | { readonly state: 'idle' }) & { readonly run: () => void } {
  const [last, setLast] = useState<{ readonly about: string; readonly answer: Answer } | null>(null);
  const request = useRef(0);
  const run = () => {
    if (check === undefined || text.trim() === '') return;
    const id = ++request.current;
    const take = (answer: Answer) => id === request.current && setLast({ about: text, answer });
    take({ state: 'running' });
    check(text).then(
      (problem) => take(problem === null ? { state: 'accepted' } : { state: 'refused', problem }),
      (error: unknown) => take({ state: 'failed', error }),
    );
  };
  return { ...(last?.about === text ? last.answer : { state: 'idle' }), run };
}
