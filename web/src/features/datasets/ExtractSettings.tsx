import { t } from '@tessera/core/messages';
import { useState } from 'react';
import type { ExtractItem, ExtractPut } from '../../api/extracts.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { NumberInput } from '../../ui/fields/NumberInput.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import classes from './Datasets.module.css';

const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
const LEAST_MINUTES = 5;

type Draft = {
  readonly kind: ExtractPut['schedule']['kind'];
  readonly minutes: number | null;
  readonly cron: string;
  readonly zone: string | null;
  readonly watermark: string | null;
};

type ExtractSettingsProps = {
  readonly item: ExtractItem;
  readonly readOnly: boolean;
  readonly isSaving: boolean;
  readonly onSave: (put: ExtractPut) => void;
};

/** When an extract is refreshed by itself, and whether all rows are read then. */
export function ExtractSettings({ item, readOnly, isSaving, onSave }: ExtractSettingsProps) {
  const [draft, setDraft] = useState(() => draftOf(item));
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const put = putOf(draft);
  return (
    <>
      {!readOnly && (
        <div>
          <SegmentedControl
            label={t('Refresh')}
            value={draft.kind}
            onChange={(kind) => change({ kind })}
            options={[
              { value: 'every', label: t('At an interval') },
              { value: 'cron', label: t('On a schedule') },
              { value: 'never', label: t('Only by hand') },
            ]}
          />
        </div>
      )}
      <div className={classes['two']}>
        <WhenFields draft={draft} readOnly={readOnly} onChange={change} />
        <Select
          label={t('Add only newer rows, by')}
          value={draft.watermark}
          onChange={(watermark) => change({ watermark })}
          options={item.watermark_choices.map((name) => ({ value: name, label: name }))}
          clearable
          disabled={readOnly}
          placeholder={t('All rows are read each time')}
          description={t(
            'A time or a growing number. Rows that change or go later are noticed only when all are read.',
          )}
        />
      </div>
      {!readOnly && (
        <div className={classes['extractButtons']}>
          <Button
            variant={item.is_accelerated ? 'default' : 'primary'}
            loading={isSaving}
            disabledReason={put === null ? t('Say when it is refreshed.') : null}
            onClick={() => put !== null && onSave(put)}
          >
            {item.is_accelerated ? t('Save these settings') : t('Accelerate')}
          </Button>
        </div>
      )}
    </>
  );
}

type WhenFieldsProps = {
  readonly draft: Draft;
  readonly readOnly: boolean;
  readonly onChange: (part: Partial<Draft>) => void;
};

function WhenFields({ draft, readOnly, onChange }: WhenFieldsProps) {
  if (draft.kind === 'never')
    return <p className={classes['note']}>{t('The extract stays as it is until somebody refreshes it.')}</p>;
  if (draft.kind === 'every')
    return (
      <NumberInput
        label={t('Every (minutes)')}
        integer
        min={LEAST_MINUTES}
        value={draft.minutes}
        onChange={(minutes) => onChange({ minutes })}
        readOnly={readOnly}
      />
    );
  return (
    <>
      <TextInput
        label={t('Cron expression')}
        value={draft.cron}
        onChange={(cron) => onChange({ cron })}
        readOnly={readOnly}
        placeholder="0 6 * * 1-5"
        description={t('Minute, hour, day of month, month, day of week.')}
      />
      <Select
        label={t('Time zone')}
        value={draft.zone}
        onChange={(zone) => onChange({ zone })}
        options={zones}
        clearable
        disabled={readOnly}
        placeholder="UTC"
      />
    </>
  );
}

function draftOf({ schedule, watermark }: ExtractItem): Draft {
  return {
    kind: schedule?.kind ?? 'every',
    minutes: schedule?.kind === 'every' ? schedule.minutes : 60,
    cron: schedule?.kind === 'cron' ? schedule.cron : '',
    zone: schedule?.kind === 'cron' ? (schedule.time_zone ?? null) : null,
    watermark,
  };
}

/** Null where something is missing. */
function putOf({ kind, minutes, cron, zone, watermark }: Draft): ExtractPut | null {
  switch (kind) {
    case 'never':
      return { schedule: { kind }, watermark };
    case 'every':
      return minutes === null || minutes < LEAST_MINUTES ? null : { schedule: { kind, minutes }, watermark };
    case 'cron':
      return cron.trim().length < 9
        ? null
        : { schedule: { kind, cron: cron.trim(), ...(zone !== null && { time_zone: zone }) }, watermark };
  }
}
