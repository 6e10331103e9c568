import { t } from '@tessera/core/messages';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { Foot } from './FilterBar.tsx';
import { FilterList } from './FilterList.tsx';

/** All filters over the page of a phone. */
export function FilterSheetDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog opened sheet onClose={onClose} title={t('Filters')} footer={<Foot onApplied={onClose} />}>
      <FilterList />
    </Dialog>
  );
}
