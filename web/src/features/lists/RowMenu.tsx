import { IconDots, IconLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { copyText } from '../../ui/feedback/copy.ts';
import { Menu, MenuDivider, MenuItem, MenuLink } from '../../ui/overlays/Menu.tsx';

type RowMenuProps = {
  /** Of the object in the row. */
  readonly name: string;
  /** Where it opens. */
  readonly href: string;
  /** Where it opens to be changed, and what asks for its deletion; null for those who may not change it. */
  readonly change: { readonly href: string; readonly onDelete: () => void } | null;
};

const icon = { size: 16, stroke: 1.5 } as const;

/** What can be done with one chart or dashboard of a list. */
export function RowMenu({ name, href, change }: RowMenuProps) {
  const label = t('More for %s', name);
  const copyLink = () => void copyText(new URL(href, location.origin).href, t('Link copied'));
  return (
    <Menu label={label} trigger={<IconButton size="small" label={label} icon={<IconDots {...icon} />} />}>
      {change !== null && (
        <MenuLink icon={<IconPencil {...icon} />} to={change.href}>
          {t('Edit')}
        </MenuLink>
      )}
      <MenuItem icon={<IconLink {...icon} />} onClick={copyLink}>
        {t('Copy link')}
      </MenuItem>
      {change !== null && (
        <>
          <MenuDivider />
          <MenuItem danger icon={<IconTrash {...icon} />} onClick={change.onDelete}>
            {t('Delete')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
