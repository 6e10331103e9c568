import type { Control, ControlKind, Warning } from '@tessera/viz/define';
import type { ComponentType } from 'react';
import { AnnotationLayersEditor } from './AnnotationLayersEditor.tsx';
import { ColorEditor, ColorSchemeEditor, CurrencyEditor } from './color-editors.tsx';
import classes from './Controls.module.css';
import { ColumnConfigEditor } from './ColumnConfigEditor.tsx';
import { ComparedRangeEditor, DateEditor, HiddenEditor } from './comparison-editors.tsx';
import { JsonEditor } from './JsonEditor.tsx';
import { SavedChartEditor } from './SavedChartEditor.tsx';
import { CodeControlEditor } from './CodeControlEditor.tsx';
import { ColumnEditor, ColumnsEditor } from './ColumnEditor.tsx';
import type { EditorProps, PanelData } from './editor-props.ts';
import { FiltersEditor } from './FiltersEditor.tsx';
import { FormatRulesEditor } from './FormatRulesEditor.tsx';
import { MetricEditor, MetricsEditor } from './MetricEditor.tsx';
import { TimeColumnsEditor } from './TimeColumnsEditor.tsx';
import { OrderByEditor } from './OrderByEditor.tsx';
import {
  BoolEditor,
  BoundsEditor,
  NumberFormatEditor,
  RowLimitEditor,
  SegmentedEditor,
  SelectEditor,
  SelectManyEditor,
  SliderEditor,
  TextEditor,
  TimeFormatEditor,
  TimeGrainEditor,
  TimeRangeFieldEditor,
} from './simple-editors.tsx';

/** One editor per kind; a kind without one does not compile. */
const editors: { readonly [K in ControlKind]: ComponentType<EditorProps<K>> } = {
  column: ColumnEditor,
  columns: ColumnsEditor,
  metric: MetricEditor,
  metrics: MetricsEditor,
  filters: FiltersEditor,
  select: SelectEditor,
  select_many: SelectManyEditor,
  row_limit: RowLimitEditor,
  segmented: SegmentedEditor,
  bool: BoolEditor,
  text: TextEditor,
  slider: SliderEditor,
  number_format: NumberFormatEditor,
  time_columns: TimeColumnsEditor,
  time_format: TimeFormatEditor,
  time_grain: TimeGrainEditor,
  time_range: TimeRangeFieldEditor,
  color_scheme: ColorSchemeEditor,
  code: CodeControlEditor,
  color: ColorEditor,
  currency: CurrencyEditor,
  bounds: BoundsEditor,
  order_by: OrderByEditor,
  column_config: ColumnConfigEditor,
  conditional_formatting: FormatRulesEditor,
  annotation_layers: AnnotationLayersEditor,
  date: DateEditor,
  compared_range: ComparedRangeEditor,
  hidden: HiddenEditor,
  json: JsonEditor,
  saved_chart: SavedChartEditor,
};

type ControlEditorProps = {
  readonly name: string;
  readonly control: Control;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly errors: readonly string[];
  readonly data: PanelData;
  /** Change another control, as a warning says. */
  readonly onMend?: (control: string, value: unknown) => void;
};

/** The editor of any control, under the mark that scripts look for. */
export function ControlEditor({ name, control, errors, onMend, ...rest }: ControlEditorProps) {
  // The record above ties each kind to the editor of its own props.
  const warning = control.warn?.(rest.data.form, rest.data.panel) ?? null;
  const Editor = editors[control.kind] as ComponentType<EditorProps>;
  return (
    <div data-control={name}>
      {warning?.holds === undefined ? (
        <Editor name={name} control={control} error={errors[0] ?? null} {...rest} />
      ) : (
        <fieldset disabled className={classes['held']}>
          <Editor name={name} control={control} error={null} {...rest} value={warning.holds} />
        </fieldset>
      )}
      {warning && <WarningNote warning={warning} onMend={onMend} />}
    </div>
  );
}

type WarningNoteProps = {
  readonly warning: Warning;
  readonly onMend: ((control: string, value: unknown) => void) | undefined;
};

/** What the last result says against a setting, and the press that mends it. */
function WarningNote({ warning: { text, mend }, onMend }: WarningNoteProps) {
  return (
    <p className={classes['warning']} role="status">
      {text}
      {mend && onMend && (
        <button type="button" className={classes['mend']} onClick={() => onMend(mend.control, mend.value)}>
          {mend.action}
        </button>
      )}
    </p>
  );
}
