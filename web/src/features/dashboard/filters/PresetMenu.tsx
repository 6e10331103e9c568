import { IconBookmark, IconBookmarkPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { chartIdsOf } from '@tessera/core/layout/charts';
import { openFilterState } from '@tessera/core/native-filters/filter-state';
import { t, tn } from '@tessera/core/messages';
import { useState } from 'react';
import { filterPresets, type Preset } from '../../../api/dashboard-desk.ts';
import { me } from '../../../api/me.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { onDemand } from '../../../ui/common/on-demand.tsx';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Menu, MenuDivider, MenuItem, MenuLabel } from '../../../ui/overlays/Menu.tsx';
import { useDashboard, useLayout } from '../DashboardProvider.tsx';
import { useFilters, useFilterStore } from './FilterProvider.tsx';
import { readStoredMasks } from './loaded-masks.ts';
import { useSavePresets } from './use-save-presets.ts';

const PresetNameDialog = onDemand(async () => (await import('./PresetNameDialog.tsx')).PresetNameDialog);

const MAX_PRESETS = 30;

/** Sets of filter values that this reader has named: set again, made, and given up. Guests have none. */
export function PresetMenu() {
  const id = useDashboard((state) => state.id);
  const user = useQuery(me).data;
  const [isNaming, setNaming] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const hasAccount = user !== undefined && !user.is_anonymous && user.id !== undefined;
  const presets = useQuery({ ...filterPresets(id ?? 0), enabled: hasAccount && id !== null && (isOpen || isNaming) });
  const set = useSetPreset();
  const save = useSavePresets(id ?? 0);
  if (!hasAccount || id === null) return null;
  const all = presets.data ?? [];
  const remove = (preset: Preset) =>
    save.mutate(
      all.filter((one) => one !== preset),
      { onError: (error) => toast.danger(describeError(error).title) },
    );
  return (
    <>
      <Menu
        label={t('Filter presets')}
        trigger={
          <IconButton
            size="small"
            label={t('Filter presets')}
            icon={<IconBookmark size={16} stroke={1.5} />}
            onClick={() => setOpen(true)}
            onKeyDown={() => setOpen(true)}
          />
        }
      >
        <PresetItems all={all} onSet={set} onRemove={remove} onSave={() => setNaming(true)} />
      </Menu>
      {isNaming && <PresetNameDialog id={id} presets={all} onClose={() => setNaming(false)} />}
    </>
  );
}

type PresetItemsProps = {
  readonly all: readonly Preset[];
  readonly onSet: (preset: Preset) => void;
  readonly onRemove: (preset: Preset) => void;
  readonly onSave: () => void;
};

function PresetItems({ all, onSet, onRemove, onSave }: PresetItemsProps) {
  return (
    <>
      <MenuLabel>{all.length === 0 ? t('You have no presets here yet') : t('Your presets')}</MenuLabel>
      {all.map((preset) => (
        <MenuItem key={preset.name} icon={<IconBookmark size={16} stroke={1.5} />} onClick={() => onSet(preset)}>
          {preset.name}
        </MenuItem>
      ))}
      <MenuDivider />
      <MenuItem
        icon={<IconBookmarkPlus size={16} stroke={1.5} />}
        disabledReason={
          all.length < MAX_PRESETS
            ? null
            : tn('There is 1 preset already', 'There are %(count)s presets already', MAX_PRESETS)
        }
        onClick={onSave}
      >
        {t('Save these values …')}
      </MenuItem>
      {all.map((preset) => (
        <MenuItem
          key={preset.name}
          danger
          icon={<IconTrash size={16} stroke={1.5} />}
          closeOnClick={false}
          onClick={() => onRemove(preset)}
        >
          {t('Delete "%s"', preset.name)}
        </MenuItem>
      ))}
    </>
  );
}

/** What a preset says acts at once; filters that it does not know begin with their defaults. */
function useSetPreset(): (preset: Preset) => void {
  const store = useFilterStore();
  const { filters } = useFilters();
  const layout = useLayout();
  return ({ name, data_mask: text }) => {
    const masks = readStoredMasks(text);
    if (masks === null) return toast.danger(t('The preset "%s" cannot be read', name));
    store.getState().update(() => openFilterState(filters, masks, chartIdsOf(layout)));
  };
}
