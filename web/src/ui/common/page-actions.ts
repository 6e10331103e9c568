import { useEffect, useRef } from 'react';
import { create } from 'zustand';

/** Something that the page on screen can do now. */
export type PageAction = {
  readonly title: string;
  readonly run: () => void;
  /** What it leads to, of one among many on the page: only a search finds those. */
  readonly thing?: string;
};

type PageActions = { readonly actions: readonly PageAction[] };

/** What the page on screen offers to the command palette. */
export const usePageActionList = create<PageActions>(() => ({ actions: [] }));

/** Offer what this page can do, for as long as it is on screen. Only titles decide whether the list has changed. */
export function usePageActions(actions: readonly PageAction[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const titles = actions.map(({ title }) => title).join('\n');
  useEffect(() => {
    const offered = titles === '' ? [] : titles.split('\n');
    usePageActionList.setState({
      actions: offered.map((title) => ({
        ...latest.current.find((action) => action.title === title),
        title,
        run: () => latest.current.find((action) => action.title === title)?.run(),
      })),
    });
    return () => usePageActionList.setState({ actions: [] });
  }, [titles]);
}
