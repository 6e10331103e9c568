import {
  IconCalendarEvent,
  IconChartLine,
  IconEye,
  IconEyeOff,
  IconLineDashed,
  IconMathFunction,
  IconPlus,
  IconSpacingHorizontal,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { xAxisLabel } from '@tessera/core/build-query';
import type { AnnotationType } from '@tessera/core/annotations/layer';
import type { RawForm } from '@tessera/core/form-data';
import { t, tMarked } from '@tessera/core/messages';
import { uniqueNames } from '@tessera/core/unique-names';
import { useId, useRef, useState, type RefObject } from 'react';
import { cx } from '../ui/common/cx.ts';
import { Field, fieldAria } from '../ui/fields/Field.tsx';
import { onDemand } from '../ui/common/on-demand.tsx';
import { draftOf, type KnownAxis, referenceLine, storedOf, typeLabels } from './annotation-draft.ts';
import classes from './Controls.module.css';
import { editorLook, type EditorProps } from './editor-props.ts';
import { isRecord } from '@tessera/viz/control-kinds/read';
import { VALUES_SHOWN } from '@tessera/viz/panel-result';

const AnnotationLayerDialog = onDemand(async () => (await import('./AnnotationLayerDialog.tsx')).AnnotationLayerDialog);

const icons: Readonly<Record<AnnotationType, Icon>> = {
  FORMULA: IconMathFunction,
  EVENT: IconCalendarEvent,
  INTERVAL: IconSpacingHorizontal,
  TIME_SERIES: IconChartLine,
};

/** The annotation layers of a chart: show and hide, change, take away, add. */
export function AnnotationLayersEditor(props: EditorProps<'annotation_layers'>) {
  const id = useId();
  const add = useRef<HTMLButtonElement>(null);
  const { value, onChange, error } = props;
  const layers = Array.isArray(value) ? value.filter(isRecord) : [];
  // As they are drawn: stored layers may repeat a name.
  const names = uniqueNames(layers.map((layer) => draftOf(layer).name));
  // `new` opens the empty dialog; a number is the layer that is edited.
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const remove = (index: number) => {
    onChange(layers.filter((_, at) => at !== index));
    add.current?.focus();
  };
  const save = (layer: RawForm) => {
    onChange(edited === 'new' ? [...layers, layer] : layers.map((old, at) => (at === edited ? layer : old)));
    setEdited(null);
  };
  return (
    <Field id={id} {...editorLook(props)}>
      <div className={cx(classes['pillField'], error !== null && classes['invalid'])}>
        {layers.map((layer, index) => (
          <LayerRow
            key={names[index]}
            layer={layer}
            name={names[index] ?? ''}
            onEdit={() => setEdited(index)}
            onRemove={() => remove(index)}
            onToggle={() =>
              onChange(layers.map((old, at) => (at === index ? { ...old, show: old['show'] === false } : old)))
            }
          />
        ))}
        <Adders
          add={add}
          aria={fieldAria(id, { error })}
          onLayer={() => setEdited('new')}
          onReference={() => {
            const line = referenceLine(props.data.panel.result?.mean ?? null);
            onChange([...layers, storedOf({ ...line, name: freeName(line.name, names) }, {})]);
          }}
        />
      </div>
      {edited !== null && (
        <AnnotationLayerDialog
          stored={edited === 'new' || !layers[edited] ? null : { ...layers[edited], name: names[edited] ?? '' }}
          names={names.filter((_, at) => at !== edited)}
          axis={knownAxis(props.data)}
          onSave={save}
          onClose={() => setEdited(null)}
        />
      )}
    </Field>
  );
}

/** The values of the x-axis that the last answer has. */
function knownAxis({ form, panel }: EditorProps<'annotation_layers'>['data']): KnownAxis {
  const label = xAxisLabel(form);
  const cells = label === null ? [] : (panel.result?.values(label) ?? []);
  return { cells, isWhole: cells.length > 0 && cells.length < VALUES_SHOWN };
}

type AddersProps = {
  readonly add: RefObject<HTMLButtonElement | null>;
  readonly aria: ReturnType<typeof fieldAria>;
  readonly onLayer: () => void;
  readonly onReference: () => void;
};

function Adders({ add, aria, onLayer, onReference }: AddersProps) {
  return (
    <>
      <button
        ref={add}
        type="button"
        {...aria}
        aria-label={t('Add an annotation layer')}
        className={classes['add']}
        aria-haspopup="dialog"
        onClick={onLayer}
      >
        <IconPlus size={14} stroke={1.5} aria-hidden />
        {t('Add an annotation layer')}
      </button>
      <button type="button" className={classes['add']} onClick={onReference}>
        <IconLineDashed size={14} stroke={1.5} aria-hidden />
        {t('Add a reference line')}
      </button>
    </>
  );
}

function freeName(name: string, taken: readonly string[]): string {
  return uniqueNames([...taken, name]).at(-1) ?? name;
}

type LayerRowProps = {
  readonly layer: RawForm;
  readonly name: string;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly onToggle: () => void;
};

function LayerRow({ layer, name, onEdit, onRemove, onToggle }: LayerRowProps) {
  const { annotationType, show } = draftOf(layer);
  const TypeIcon = icons[annotationType];
  const shown = name === '' ? tMarked(typeLabels[annotationType]) : name;
  return (
    <div className={classes['pillRow']}>
      <button
        type="button"
        className={cx(classes['pillLabel'], !show && classes['hiddenLayer'])}
        aria-haspopup="dialog"
        aria-keyshortcuts="Delete"
        title={`${shown} (${tMarked(typeLabels[annotationType])})`}
        onClick={onEdit}
        onKeyDown={(event) => {
          if (event.key !== 'Delete' && event.key !== 'Backspace') return;
          event.preventDefault();
          onRemove();
        }}
      >
        <TypeIcon size={16} stroke={1.5} aria-hidden className={classes['kindIcon']} />
        <span className={classes['pillText']}>{shown}</span>
        <span className="ts-visually-hidden">{tMarked(typeLabels[annotationType])}</span>
      </button>
      <button
        type="button"
        className={classes['pillRemove']}
        aria-pressed={show}
        aria-label={t('Show %(name)s on the chart', { name: shown })}
        onClick={onToggle}
      >
        {show ? <IconEye size={14} stroke={1.5} aria-hidden /> : <IconEyeOff size={14} stroke={1.5} aria-hidden />}
      </button>
      <button type="button" className={classes['pillRemove']} aria-label={t('Remove %s', shown)} onClick={onRemove}>
        <IconX size={14} stroke={1.5} aria-hidden />
      </button>
    </div>
  );
}
