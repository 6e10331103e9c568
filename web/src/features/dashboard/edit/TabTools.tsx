import { IconPlus, IconTrash } from '@tabler/icons-react';
import { createComponent, deleteComponent } from '@tessera/core/layout/drop';
import { updateMeta } from '@tessera/core/layout/resize';
import { componentOf, type LayoutComponent } from '@tessera/core/layout/types';
import { t } from '@tessera/core/messages';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import classes from '../Dashboard.module.css';
import { useDashboardStore } from '../DashboardProvider.tsx';
import { newComponentId } from '../../../api/component-id.ts';
import { applyChange, applyLayout, presentLayout } from './apply-change.ts';
import { InPlaceText } from './InPlaceText.tsx';

type TabToolsProps = {
  /** The set of tabs. */
  readonly component: LayoutComponent;
  readonly active: LayoutComponent;
  readonly name: string;
  readonly onChoose: (tabId: string) => void;
};

/** What a user does with tabs in edit mode: names the chosen one, removes it, adds one. */
export function TabTools({ component, active, name, onChoose }: TabToolsProps) {
  const store = useDashboardStore();
  const addTab = () => {
    const before = new Set(component.children);
    if (
      !applyChange(
        store,
        createComponent(
          presentLayout(store),
          'TAB',
          {},
          { parentId: component.id, index: component.children.length },
          newComponentId,
        ),
      )
    )
      return;
    const added = componentOf(presentLayout(store), component.id)?.children.find((id) => !before.has(id));
    if (added !== undefined) onChoose(added);
  };

  return (
    <div className={classes['tabTools']}>
      <InPlaceText
        key={active.id}
        className={classes['tabNameInput']}
        label={t('Name of the chosen tab')}
        placeholder={t('Tab title')}
        value={active.meta.text ?? ''}
        onCommit={(text) => applyLayout(store, updateMeta(presentLayout(store), active.id, { text }))}
      />
      <IconButton
        size="small"
        danger
        label={t('Remove the tab %(name)s with its content', { name: name })}
        icon={<IconTrash size={14} stroke={1.5} />}
        disabledReason={component.children.length === 1 ? t('The last tab goes with the whole set') : null}
        onClick={() => applyLayout(store, deleteComponent(presentLayout(store), active.id))}
      />
      <IconButton size="small" label={t('Add a tab')} icon={<IconPlus size={14} stroke={1.5} />} onClick={addTab} />
    </div>
  );
}
