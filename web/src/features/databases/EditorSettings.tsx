import { IconAlertTriangle } from '@tabler/icons-react';
import { t, tMarked } from '@tessera/core/messages';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { NumberInput } from '../../ui/fields/NumberInput.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import classes from './DatabaseDialog.module.css';
import { editorLabels, type EditorForm } from './editor-form.ts';

type EditorSettingsProps = {
  readonly form: EditorForm;
  /** Whether this kind of database says what a query would read. */
  readonly canEstimate: boolean;
  readonly onChange: (form: EditorForm) => void;
};

/** What the SQL editor may do on this database, each with what follows from it. */
export function EditorSettings({ form, canEstimate, onChange }: EditorSettingsProps) {
  const set = (change: Partial<EditorForm>) => onChange({ ...form, ...change });
  return (
    <div className={classes['group']} role="group" aria-label={t('SQL editor')}>
      <Checkbox
        label={tMarked(editorLabels.isExposed)}
        checked={form.isExposed}
        onChange={(isExposed) => set({ isExposed })}
        description={t('Off: nobody writes SQL on it. Charts and dashboards go on.')}
      />
      {form.isExposed && (
        <>
          <WritingSettings form={form} set={set} />
          <Checkbox
            label={tMarked(editorLabels.runsAsync)}
            checked={form.runsAsync}
            onChange={(runsAsync) => set({ runsAsync })}
            description={t('Queries go on when the page is closed, and their results wait in the history.')}
          />
          {canEstimate && <EstimateSettings form={form} set={set} />}
          <Checkbox
            label={tMarked(editorLabels.previewsData)}
            checked={form.previewsData}
            onChange={(previewsData) => set({ previewsData })}
            description={t('Off: opening a table shows its columns and reads none of its rows.')}
          />
          <Checkbox
            label={tMarked(editorLabels.previewsInstantly)}
            checked={form.previewsInstantly}
            onChange={(previewsInstantly) => set({ previewsInstantly })}
            description={t(
              'Each pause in typing reads a few rows of a sample. Where queries are paid for, so are these.',
            )}
          />
        </>
      )}
    </div>
  );
}

type PartProps = { readonly form: EditorForm; readonly set: (change: Partial<EditorForm>) => void };

/** What changes the database. */
function WritingSettings({ form, set }: PartProps) {
  const keepsResults = form.allowsCtas || form.allowsCvas;
  return (
    <>
      <Checkbox
        label={tMarked(editorLabels.allowsDml)}
        checked={form.allowsDml}
        onChange={(allowsDml) => set({ allowsDml })}
        description={t('INSERT, UPDATE, DELETE, and commands that change tables. Off: the editor only reads.')}
      />
      {form.allowsDml && (
        <p className={classes['warning']} role="note">
          <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
          {tMarked(
            'Everyone who may run SQL here can change and delete what the user of this connection can. What they ' +
              'change cannot be undone here.',
          )}
        </p>
      )}
      <Checkbox
        label={tMarked(editorLabels.allowsCtas)}
        checked={form.allowsCtas}
        onChange={(allowsCtas) => set({ allowsCtas })}
        description={t('A result can be kept as a new table in the database. Nobody removes it by itself.')}
      />
      <Checkbox
        label={tMarked(editorLabels.allowsCvas)}
        checked={form.allowsCvas}
        onChange={(allowsCvas) => set({ allowsCvas })}
        description={t('A query can be kept as a view in the database.')}
      />
      {keepsResults && (
        <div className={classes['indented']}>
          <TextInput
            label={tMarked(editorLabels.ctasSchema)}
            value={form.ctasSchema}
            onChange={(ctasSchema) => set({ ctasSchema })}
            placeholder={t('the schema of the tab')}
            hint={t('With a name here they all go there, and nowhere else.')}
          />
        </div>
      )}
    </>
  );
}

function EstimateSettings({ form, set }: PartProps) {
  return (
    <>
      <Checkbox
        label={tMarked(editorLabels.estimatesCost)}
        checked={form.estimatesCost}
        onChange={(estimatesCost) => set({ estimatesCost })}
        description={t('The database says before the run how many rows it would read, or what it would cost.')}
      />
      {form.estimatesCost && (
        <div className={classes['indented']}>
          <NumberInput
            label={tMarked(editorLabels.costThreshold)}
            integer
            min={1}
            value={form.costThreshold}
            onChange={(costThreshold) => set({ costThreshold })}
            placeholder={t('never')}
            hint={t('A query that would read more is asked about before it runs.')}
          />
        </div>
      )}
    </>
  );
}
