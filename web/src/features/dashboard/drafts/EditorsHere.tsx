import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useEffect } from 'react';
import { editorsHere, stopEditing } from '../../../api/dashboard-desk.ts';
import { nameOf } from '../../../api/me.ts';
import titleStyles from '../DashboardHeader.module.css';

/** Who else edits this dashboard now; nothing while nobody does. */
export function EditorsHere({ id }: { readonly id: number }) {
  const others = useQuery(editorsHere(id)).data ?? [];
  useEffect(() => () => void stopEditing(id).catch(() => {}), [id]);
  const names = others.map(nameOf).join(', ');
  return (
    <span role="status" className={titleStyles['changed']}>
      {others.length > 0 && (
        <>
          <IconUsers size={14} stroke={1.5} aria-hidden />
          {others.length === 1
            ? t('%(who)s is editing too', { who: names })
            : t('%(who)s are editing too', { who: names })}
        </>
      )}
    </span>
  );
}
