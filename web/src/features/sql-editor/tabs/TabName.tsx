import { t } from '@tessera/core/messages';
import { useEffect, useRef, useState } from 'react';
import { MAX_NAME } from './tab-names.ts';
import { editTab } from './tabs-store.ts';
import type { EditorTab } from './tabs.ts';
import classes from './TabBar.module.css';

/** The name of a tab while it is changed: Enter takes it, Escape leaves it as it was. */
export function TabName({ tab, onDone }: { readonly tab: EditorTab; readonly onDone: () => void }) {
  const [name, setName] = useState(tab.name);
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const finish = (isTaken: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    const next = name.trim();
    if (isTaken && next !== '' && next !== tab.name) editTab(tab.id, { name: next });
    onDone();
  };
  return (
    <input
      ref={input}
      aria-label={t('Name of the query')}
      value={name}
      maxLength={MAX_NAME}
      size={Math.max(8, Math.min(40, name.length + 1))}
      className={classes['rename']}
      onChange={(event) => setName(event.target.value)}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(true);
        if (event.key === 'Escape') finish(false);
        event.stopPropagation();
      }}
    />
  );
}
