import { t } from '@tessera/core/messages';
import { useState } from 'react';
import type { Preset } from '../../../api/dashboard-desk.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useFilterStore } from './FilterProvider.tsx';
import { useSavePresets } from './use-save-presets.ts';

type PresetNameDialogProps = { readonly id: number; readonly presets: readonly Preset[]; readonly onClose: () => void };

/** A name for what is set now; one that is there already is replaced. */
export function PresetNameDialog({ id, presets, onClose }: PresetNameDialogProps) {
  const store = useFilterStore();
  const save = useSavePresets(id);
  const [text, setText] = useState('');
  const name = text.trim();
  const isKnown = presets.some((preset) => preset.name === name);
  const submit = () => {
    if (name === '' || save.isPending) return;
    const preset = { name, data_mask: JSON.stringify(store.getState().masks) };
    save.mutate([...presets.filter((one) => one.name !== name), preset], {
      onSuccess: () => {
        toast.success(t('The preset "%s" was saved', name));
        onClose();
      },
    });
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      width={420}
      title={t('Save filter values')}
      subtitle={t('Only you see your presets.')}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            loading={save.isPending}
            disabledReason={name === '' ? t('Give the preset a name.') : null}
          >
            {isKnown ? t('Replace') : t('Save')}
          </Button>
        </>
      }
    >
      <TextInput label={t('Name')} value={text} onChange={setText} maxLength={100} data-autofocus autoComplete="off" />
      {save.isError && <ErrorCard small error={save.error} />}
    </Dialog>
  );
}
