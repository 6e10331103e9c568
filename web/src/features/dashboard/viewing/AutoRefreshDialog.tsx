import { t, tn } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { MultiSelect } from '../../../ui/fields/MultiSelect.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useDashboardCharts } from '../dashboard-data.tsx';
import { useDashboard } from '../DashboardProvider.tsx';
import { useSaveSettings } from '../filter-config/use-save-settings.ts';
import { INTERVALS } from './refresh-plan.ts';

type AutoRefreshDialogProps = {
  readonly seconds: number;
  readonly onChoose: (seconds: number) => void;
  readonly canEdit: boolean;
  readonly onClose: () => void;
};

/** How often the charts ask again by themselves: in this visit, or for everybody. */
export function AutoRefreshDialog({ seconds, onChoose, canEdit, onClose }: AutoRefreshDialogProps) {
  const settings = useDashboard((state) => state.history.present.settings);
  const charts = useDashboardCharts();
  const stored = settings['timed_refresh_immune_slices'];
  const [chosen, setChosen] = useState(seconds);
  const [isForAll, setForAll] = useState(false);
  const [immune, setImmune] = useState<readonly string[]>(Array.isArray(stored) ? stored.map(String) : []);
  const [isSaving, setSaving] = useState(false);
  const save = useSaveSettings(t('Failed to save the refresh interval'));
  const take = async () => {
    if (isForAll) {
      setSaving(true);
      const written = { refresh_frequency: chosen, timed_refresh_immune_slices: immune.map(Number) };
      if (!(await save(() => written))) return setSaving(false);
    }
    onChoose(chosen);
    onClose();
  };
  const offered: readonly number[] = INTERVALS.some((one) => one === chosen) ? INTERVALS : [...INTERVALS, chosen];
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Refresh interval')}
      width={440}
      closable={!isSaving}
      onSubmit={() => void take()}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={isSaving}>
            {isForAll ? t('Save for everybody') : t('Set for this visit')}
          </Button>
        </>
      }
    >
      <Select
        label={t('Refresh frequency')}
        value={String(chosen)}
        options={offered.map((one) => ({ value: String(one), label: intervalText(one) }))}
        onChange={(next) => setChosen(Number(next ?? 0))}
      />
      {canEdit && (
        <Checkbox label={t('For everybody who opens this dashboard')} checked={isForAll} onChange={setForAll} />
      )}
      {isForAll && (
        <MultiSelect
          label={t('Charts that are left out')}
          values={immune}
          options={[...charts.values()].map(({ id, slice_name: label }) => ({ value: String(id), label }))}
          placeholder={t('None')}
          onChange={setImmune}
        />
      )}
    </Dialog>
  );
}

/** An interval in words. */
export function intervalText(seconds: number): string {
  if (seconds === 0) return t("Don't refresh");
  if (seconds % 3600 === 0) return tn('1 hour', '%(count)s hours', seconds / 3600);
  if (seconds % 60 === 0) return tn('1 minute', '%(count)s minutes', seconds / 60);
  return tn('1 second', '%(count)s seconds', seconds);
}
