import { IconX } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { cx } from '../../../ui/common/cx.ts';
import type { MenuPoint } from '../../../ui/overlays/ContextMenu.tsx';
import { useRun } from '../runs/runs-store.ts';
import { StateDot } from '../runs/StateDot.tsx';
import { TabName } from './TabName.tsx';
import { actOnTabs } from './tabs-store.ts';
import type { EditorTab } from './tabs.ts';
import classes from './TabBar.module.css';
import { PANEL_ID } from './panel-id.ts';

type TabProps = {
  readonly tab: EditorTab;
  readonly isActive: boolean;
  readonly isRenamed: boolean;
  readonly isDragged: boolean;
  readonly onRename: (isOn: boolean) => void;
  /** @returns whether the key meant something */
  readonly onKey: (id: string, key: string, isMove: boolean) => boolean;
  readonly onMenu: (point: MenuPoint) => void;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
};

/** Some systems paste what is selected at the middle key: into the text that comes on screen. */
function pasteNothing(event: MouseEvent): void {
  if (event.button === 1) event.preventDefault();
}

/** One tab: its state, its name, and a cross for the pointer; the Delete key closes it too. */
export function Tab({ tab, isActive, isRenamed, isDragged, onRename, onKey, onMenu, onPointerDown }: TabProps) {
  const { id, name } = tab;
  const run = useRun(id);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isActive) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isActive]);
  if (isRenamed) return <TabName tab={tab} onDone={() => onRename(false)} />;
  const menuAtTab = () => {
    const box = button.current?.getBoundingClientRect();
    onMenu({ x: box?.left ?? 0, y: box?.bottom ?? 0 });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    if (isMenu) menuAtTab();
    else if (!onKey(id, event.key, event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
  };
  return (
    <button
      ref={button}
      type="button"
      role="tab"
      id={`sql-tab-${id}`}
      data-tab={id}
      aria-selected={isActive}
      aria-controls={PANEL_ID}
      aria-keyshortcuts="F2 Delete Control+ArrowLeft Control+ArrowRight"
      tabIndex={isActive ? 0 : -1}
      title={name}
      className={cx(classes['tab'], isDragged && classes['dragged'])}
      onClick={() => actOnTabs({ type: 'activate', id })}
      onDoubleClick={() => onRename(true)}
      onMouseUp={pasteNothing}
      onAuxClick={(event) => event.button === 1 && actOnTabs({ type: 'close', id })}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu({ x: event.clientX, y: event.clientY });
      }}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    >
      {run && <StateDot state={run.state} />}
      <span className={classes['name']}>{name || t('Untitled query')}</span>
      {/* For the pointer alone: the keyboard has Delete, and a menu. */}
      <span
        aria-hidden
        className={classes['close']}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={(event) => {
          event.stopPropagation();
          actOnTabs({ type: 'close', id });
        }}
      >
        <IconX size={14} stroke={1.5} />
      </span>
    </button>
  );
}
