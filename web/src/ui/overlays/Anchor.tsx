import { useImperativeHandle, type Ref, type RefObject } from 'react';

type AnchorProps = { readonly of: RefObject<HTMLElement | null>; readonly ref?: Ref<HTMLElement | null> };

/** Stands for an element that is drawn already, where the library expects the element that it opens beside. */
export function Anchor({ of, ref }: AnchorProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => of.current, [of]);
  return null;
}
