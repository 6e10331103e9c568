import { IconDots } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Menu, MenuDivider, MenuItem, MenuLink } from '../../../ui/overlays/Menu.tsx';
import { useNarrow } from '../../../ui/layout/use-narrow.ts';
import { duplicateTab } from '../tabs/new-tab.ts';
import { shareProblem } from './ShareButton.tsx';
import type { ToolbarProps } from './toolbar-props.ts';

/** What is done with a query now and then. */
export function MoreMenu({ tab, actions }: ToolbarProps) {
  const isNarrow = useNarrow();
  return (
    <Menu
      label={t('More')}
      width={240}
      trigger={<IconButton label={t('More')} icon={<IconDots size={16} stroke={1.5} />} />}
    >
      {/* On a phone its button has no room. */}
      {isNarrow && (
        <MenuItem disabledReason={shareProblem(tab)} onClick={() => actions.open('share')}>
          {t('Share')}
        </MenuItem>
      )}
      <MenuItem onClick={() => actions.open('parameters')}>{t('Template parameters…')}</MenuItem>
      <MenuItem onClick={() => actions.open('versions')}>{t('Versions…')}</MenuItem>
      <MenuItem onClick={() => duplicateTab(tab.id)}>{t('Duplicate')}</MenuItem>
      <MenuDivider />
      <MenuLink to={hrefOf('savedQueries')}>{t('Saved queries')}</MenuLink>
      <MenuLink to={hrefOf('sqlHistory')}>{t('Query history')}</MenuLink>
    </Menu>
  );
}
