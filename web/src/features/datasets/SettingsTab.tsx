import { useQuery } from '@tanstack/react-query';
import { t, tMarked } from '@tessera/core/messages';
import { useState } from 'react';
import type { Dataset } from '../../api/datasets.ts';
import { relatedTo } from '../../api/list.ts';
import { nameOf } from '../../api/me.ts';
import { Switch } from '../../ui/fields/Checkbox.tsx';
import { MultiSelect } from '../../ui/fields/MultiSelect.tsx';
import { NumberInput } from '../../ui/fields/NumberInput.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { CodeField } from '../../ui/code-editor/CodeField.tsx';
import { Textarea, TextInput } from '../../ui/fields/TextInput.tsx';
import classes from './Datasets.module.css';
import type { TabProps } from './tab-props.ts';
import { QueryField } from './QueryField.tsx';
import { TemplateValues } from './TemplateValues.tsx';

const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));

/** What holds for the dataset as a whole. */
export function SettingsTab(props: SettingsTabProps) {
  return (
    <>
      <AboutSection {...props} />
      <TimeSection {...props} />
      <ResultsSection {...props} />
    </>
  );
}

type SettingsTabProps = TabProps & { readonly stored: Dataset };
type Settings = TabProps['draft']['settings'];

function settingsOf({ draft, dispatch, problems }: TabProps) {
  return {
    settings: draft.settings,
    change: (change: Partial<Settings>) => dispatch({ type: 'settings_changed', change }),
    /** The problem of a setting, in words. */
    textOf: (key: string) => {
      const problem = problems.get(key);
      return problem === undefined ? null : tMarked(problem);
    },
  };
}

function AboutSection(props: SettingsTabProps) {
  const { stored, draft, dispatch, readOnly } = props;
  const { settings, change, textOf } = settingsOf(props);
  return (
    <section className={classes['panel']} aria-label={t('About')}>
      <TextInput
        label={stored.kind === 'virtual' ? t('Name') : t('Table')}
        value={settings.table_name}
        onChange={(table_name) => change({ table_name })}
        readOnly={readOnly}
        required
        error={textOf('table_name')}
      />
      <Textarea
        label={t('Description')}
        value={settings.description ?? ''}
        onChange={(description) => change({ description })}
        readOnly={readOnly}
      />
      {settings.sql !== null && <QuerySettings {...props} sql={settings.sql} />}
      <Owners
        stored={stored}
        ownerIds={draft.ownerIds}
        onChange={(ownerIds) => dispatch({ type: 'owners_changed', ownerIds })}
        readOnly={readOnly}
      />
      <div className={classes['two']}>
        <TextInput
          label={t('Certified by')}
          value={settings.certified_by ?? ''}
          onChange={(certified_by) => change({ certified_by })}
          readOnly={readOnly}
          hint={t('Who vouches for this dataset. It shows as a mark beside its name.')}
        />
        <TextInput
          label={t('Certification details')}
          value={settings.certification_details ?? ''}
          onChange={(certification_details) => change({ certification_details })}
          readOnly={readOnly}
        />
      </div>
    </section>
  );
}

function QuerySettings({ sql, ...props }: SettingsTabProps & { readonly sql: string }) {
  const { stored, readOnly, places } = props;
  const { settings, change, textOf } = settingsOf(props);
  return (
    <>
      <QueryField
        stored={stored}
        value={sql}
        onChange={(sql) => change({ sql })}
        readOnly={readOnly}
        error={textOf('sql')}
        errorPlace={places.get('sql') ?? null}
        isSaved={sql === stored.sql && (settings.template_params ?? '') === (stored.template_params ?? '')}
      />
      <TemplateValues
        value={settings.template_params ?? ''}
        onChange={(template_params) => change({ template_params })}
        readOnly={readOnly}
        error={textOf('template_params')}
      />
    </>
  );
}

function TimeSection(props: SettingsTabProps) {
  const { draft, readOnly } = props;
  const { settings, change } = settingsOf(props);
  const times = draft.columns
    .filter((column) => column.is_dttm)
    .map((column) => ({ value: column.column_name, label: column.verbose_name ?? column.column_name }));
  return (
    <section className={classes['panel']} aria-label={t('Time')}>
      <div className={classes['two']}>
        <Select
          label={t('Main time column')}
          value={settings.main_dttm_col}
          onChange={(main_dttm_col) => change({ main_dttm_col })}
          options={times}
          clearable
          disabled={readOnly}
          emptyText={t('No column is marked as a time')}
          description={t('New charts begin with it.')}
        />
        <Select
          label={t('Time zone of its times')}
          value={settings.time_zone}
          onChange={(time_zone) => change({ time_zone })}
          options={zones}
          clearable
          disabled={readOnly}
          placeholder="UTC"
        />
      </div>
      <Switch
        label={t('Always filter by the main time column')}
        description={t('Also when a chart has another time on its axis.')}
        checked={settings.always_filter_main_dttm}
        disabled={readOnly}
        onChange={(always_filter_main_dttm) => change({ always_filter_main_dttm })}
      />
    </section>
  );
}

function ResultsSection(props: SettingsTabProps) {
  const { readOnly, places, suggestions, engine, onCheck } = props;
  const { settings, change, textOf } = settingsOf(props);
  return (
    <section className={classes['panel']} aria-label={t('Filters and results')}>
      <div className={classes['two']}>
        <CodeField
          label={t('Condition on offered values')}
          language="sql-template"
          engine={engine}
          suggestions={suggestions}
          rows={1}
          value={settings.fetch_values_predicate ?? ''}
          onChange={(fetch_values_predicate) => change({ fetch_values_predicate })}
          onBlur={() => onCheck('fetch_values_predicate')}
          error={textOf('fetch_values_predicate')}
          errorPlace={places.get('fetch_values_predicate') ?? null}
          readOnly={readOnly}
          placeholder="day > now() - interval 30 day"
          description={t('SQL that keeps the search for values cheap on large tables.')}
        />
        <NumberInput
          label={t('Keep results for (seconds)')}
          integer
          min={-1}
          value={settings.cache_timeout}
          onChange={(cache_timeout) => change({ cache_timeout })}
          readOnly={readOnly}
          placeholder={t('as the database')}
        />
      </div>
    </section>
  );
}

type OwnersProps = {
  readonly stored: Dataset;
  readonly ownerIds: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
  readonly readOnly: boolean;
};

function Owners({ stored, ownerIds, onChange, readOnly }: OwnersProps) {
  const [search, setSearch] = useState('');
  const people = useQuery({ ...relatedTo('dataset', 'owners', search, ownerIds), enabled: !readOnly });
  const known = new Map([
    ...stored.owners.map((owner): [string, string] => [String(owner.id), nameOf(owner)]),
    ...(people.data?.result ?? []).map((user): [string, string] => [String(user.value), user.text]),
  ]);
  return (
    <MultiSelect
      label={t('Owners')}
      values={ownerIds.map(String)}
      onChange={(values) => onChange(values.map(Number))}
      options={[...known].map(([value, label]) => ({ value, label }))}
      onSearch={setSearch}
      loading={people.isFetching}
      disabled={readOnly}
      description={t('Owners can change and delete this dataset.')}
    />
  );
}
