import { IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { holds, me } from '../api/me.ts';
import { postToSqlEditor, sqlEditorTarget } from '../api/open-sql.ts';
import { Button } from '../ui/buttons/Button.tsx';

type SqlEditorButtonProps = {
  /** `{id}__{type}` ([3.1-02]). */
  readonly datasourceKey: string;
  /** Without it the editor begins with the dataset's own statement. */
  readonly sql?: string;
  readonly label?: string;
  /** There is nothing to open yet. */
  readonly disabledReason?: string | null;
};

/** Leads on to the SQL editor, for who may use it; with ⌘, Ctrl or Shift in a tab of its own. */
export function SqlEditorButton({
  datasourceKey,
  sql,
  label = t('View in SQL editor'),
  disabledReason = null,
}: SqlEditorButtonProps) {
  const user = useQuery(me).data;
  const navigate = useNavigate();
  if (user === undefined || !holds(user, 'can_read', 'SQLLab')) return null;
  const requested = { datasourceKey, ...(sql === undefined ? {} : { sql }) };
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return postToSqlEditor(requested);
    const { to, state } = sqlEditorTarget(requested);
    void navigate(to, { state });
  };
  return (
    <Button shrinks icon={<IconTerminal2 size={16} stroke={1.5} />} disabledReason={disabledReason} onClick={open}>
      {label}
    </Button>
  );
}
