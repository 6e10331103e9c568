import { IconGripVertical, IconPlus, IconX } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '../ui/common/cx.ts';
import { Field, fieldAria } from '../ui/fields/Field.tsx';
import { Popover } from '../ui/overlays/Popover.tsx';
import classes from './Controls.module.css';
import { takeNames } from './pasted-names.ts';
import { useDragSource, useDropTarget, type DragData } from './drag.ts';

export type PillItem = {
  readonly key: string;
  readonly label: string;
  readonly icon: ReactNode;
  /** Why the pill needs attention: its column is gone. */
  readonly warning?: string | null;
};

type PillFieldProps = {
  readonly name: string;
  readonly look: {
    readonly label: string;
    readonly hint?: string | undefined;
    readonly error: string | null;
    readonly required: boolean;
  };
  readonly items: readonly PillItem[];
  readonly multiple: boolean;
  readonly placeholder: string;
  readonly accepts: (drag: DragData) => boolean;
  readonly onDrop: (drag: DragData) => void;
  /** What is dropped opens the editor, which finishes it. */
  readonly editsDropped?: boolean;
  /** Takes a pasted list of names; answers those that it does not know. */
  readonly onPaste?: (names: readonly string[]) => readonly string[];
  readonly onMove: (from: number, to: number) => void;
  readonly onRemove: (index: number) => void;
  /**
   * Content of the popover: for the pill at `index`, or for a new one (null) with what was typed or dropped so far.
   */
  readonly renderEditor: (
    index: number | null,
    close: () => void,
    typed: string,
    dropped: DragData | null,
  ) => ReactNode;
  readonly editorWidth?: number;
};

type Open = { readonly index: number | null; readonly typed: string; readonly dropped?: DragData };

/** A list of chosen things: fill it by drag, click or typing; Alt+arrows order it, Delete takes out. */
export function PillField(props: PillFieldProps) {
  const { name, look, items, multiple, accepts, onDrop, onMove, onRemove, renderEditor, editorWidth = 320 } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const over = useDropTarget(box, {
    accepts: (drag) => (drag.kind === 'pill' ? drag.control === name : accepts(drag)),
    onDrop: (drag) => {
      if (drag.kind === 'pill') onMove(drag.index, items.length - 1);
      else if (props.editsDropped === true) setOpen({ index: null, typed: '', dropped: drag });
      else onDrop(drag);
    },
  });
  const isFull = !multiple && items.length > 0;

  return (
    <Field id={`${id}-add`} {...look}>
      <Popover
        label={popoverLabel(open, look.label)}
        width={editorWidth}
        opened={open !== null}
        onChange={(opened) => !opened && setOpen(null)}
        padding="0"
        quietTrigger
        trigger={
          <div
            ref={box}
            className={cx(classes['pillField'], over && classes['over'], look.error !== null && classes['invalid'])}
          >
            {items.map((item, index) => (
              <PillRow
                key={item.key}
                control={name}
                item={item}
                index={index}
                isEditing={open?.index === index}
                onEdit={() => setOpen(open?.index === index ? null : { index, typed: '' })}
                onMove={onMove}
                onRemove={() => onRemove(index)}
              />
            ))}
            <AddButton
              id={`${id}-add`}
              error={look.error}
              isFull={isFull}
              isOpen={open?.index === null}
              text={isFull ? t('Replace %(name)s', { name: items[0]?.label ?? '' }) : props.placeholder}
              onOpen={(typed) => setOpen({ index: null, typed })}
              onPaste={props.onPaste}
              onClose={() => setOpen(null)}
            />
          </div>
        }
      >
        {open && renderEditor(open.index, () => setOpen(null), open.typed, open.dropped ?? null)}
      </Popover>
    </Field>
  );
}

function popoverLabel(open: Open | null, label: string): string {
  return open?.index == null ? t('Add to %(label)s', { label }) : t('Edit %(label)s', { label });
}

type AddButtonProps = {
  readonly id: string;
  readonly error: string | null;
  /** The field takes no more; the button is for the keyboard and for screen readers then. */
  readonly isFull: boolean;
  readonly isOpen: boolean;
  readonly text: string;
  readonly onOpen: (typed: string) => void;
  readonly onPaste: PillFieldProps['onPaste'];
  readonly onClose: () => void;
};

/** Opens the editor; a letter typed on it begins the search there. */
function AddButton({ id, error, isFull, isOpen, text, onOpen, onPaste, onClose }: AddButtonProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onOpen(event.key);
  };
  return (
    <button
      type="button"
      {...fieldAria(id, { error })}
      className={cx(classes['add'], isFull && 'ts-visually-hidden')}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => (isOpen ? onClose() : onOpen(''))}
      onKeyDown={onKeyDown}
      onPaste={onPaste && ((event) => takeNames(event.clipboardData.getData('text'), onPaste))}
    >
      <IconPlus size={14} stroke={1.5} aria-hidden />
      {text}
    </button>
  );
}

type PillRowProps = {
  readonly control: string;
  readonly item: PillItem;
  readonly index: number;
  readonly isEditing: boolean;
  readonly onEdit: () => void;
  readonly onMove: (from: number, to: number) => void;
  readonly onRemove: () => void;
};

function PillRow({ control, item, index, isEditing, onEdit, onMove, onRemove }: PillRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const dragging = useDragSource(row, { kind: 'pill', control, index });
  const over = useDropTarget(row, {
    accepts: (drag) => drag.kind === 'pill' && drag.control === control,
    onDrop: (drag) => drag.kind === 'pill' && onMove(drag.index, index),
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      onMove(index, index + (event.key === 'ArrowUp' ? -1 : 1));
    }
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      onRemove();
    }
  };

  return (
    <div
      ref={row}
      className={cx(
        classes['pillRow'],
        dragging && classes['dragged'],
        over && classes['over'],
        isEditing && classes['editing'],
        item.warning != null && classes['warned'],
      )}
    >
      <span className={classes['grip']} aria-hidden>
        <IconGripVertical size={14} stroke={1.5} />
      </span>
      <button
        type="button"
        className={classes['pillLabel']}
        aria-haspopup="dialog"
        aria-expanded={isEditing}
        title={item.warning ?? item.label}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
        onClick={onEdit}
        onKeyDown={onKeyDown}
      >
        {item.icon}
        <span className={classes['pillText']}>{item.label}</span>
      </button>
      <button
        type="button"
        className={classes['pillRemove']}
        aria-label={t('Remove %s', item.label)}
        onClick={onRemove}
      >
        <IconX size={14} stroke={1.5} aria-hidden />
      </button>
    </div>
  );
}
