import { useQueryClient } from '@tanstack/react-query';
import { hrefOf } from '@tessera/core/pages';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { markUnread } from '../editing/preview/unread-texts.ts';
import { openNewTab } from '../tabs/new-tab.ts';
import { actOnTabs, editTab, useTabs } from '../tabs/tabs-store.ts';
import { loadOpening } from './load-opening.ts';
import { readOpening } from './opening.ts';
import { placeOpening } from './place-opening.ts';

/**
 * Opens what the address or the navigation asks for, once the tabs are here, and takes it out of the address: a reload
 * opens nothing twice.
 *
 * @param database what a new tab gets that names none; undefined while nobody knows
 * @returns whether something is on its way
 */
export function useOpening(isReady: boolean, database: number | null | undefined): boolean {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { search, state, key } = useLocation();
  const done = useRef<string | null>(null);
  const [isLoading, setLoading] = useState(() => readOpening(new URLSearchParams(search), state) !== null);
  useEffect(() => {
    if (!isReady || database === undefined || done.current === key) return;
    done.current = key;
    const opening = readOpening(new URLSearchParams(search), state);
    if (opening === null) return;
    const open = async () => {
      setLoading(true);
      try {
        const placed = placeOpening(useTabs.getState(), await loadOpening(client, opening));
        if (placed.kind === 'open') actOnTabs({ type: 'activate', id: placed.id });
        else {
          const tab = openNewTab(placed.given);
          markUnread(tab.id, tab.sql);
          if (tab.dbId === null && database !== null) editTab(tab.id, { dbId: database });
        }
      } catch (error) {
        toast.danger(error instanceof Error ? error.message : String(error));
      }
      setLoading(false);
      await navigate(hrefOf('sqlLab'), { replace: true });
    };
    void open();
  }, [isReady, database, search, state, key, client, navigate]);
  return isLoading;
}
