import { useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { relativeTime } from '@tessera/core/relative-time';
import { useState } from 'react';
import { nameOf } from '../../../api/me.ts';
import type { SavedQuery } from '../../../api/saved-queries.ts';
import { useNow } from '../../../chart/use-now.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { SqlDiff } from '../../../ui/code-editor/SqlDiff.tsx';
import { WaysOut } from '../../../ui/feedback/WaysOut.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { writeText } from '../editing/write-text.ts';
import { saveAgain } from '../saving/save-query.ts';
import { editTab } from '../tabs/tabs-store.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import type { EditorDialog } from '../toolbar/editor-actions.ts';
import classes from './Dialogs.module.css';

type ConflictDialogProps = {
  readonly tab: EditorTab;
  /** The query as it is stored by now. */
  readonly theirs: SavedQuery;
  readonly onOpen: (dialog: EditorDialog) => void;
  readonly onClose: () => void;
};

/** The saved query of a tab got a text that the tab does not know: both are shown, and nothing happens by itself. */
export function ConflictDialog({ tab, theirs, onOpen, onClose }: ConflictDialogProps) {
  const client = useQueryClient();
  const now = useNow();
  const [isSaving, setSaving] = useState(false);
  const busy = isSaving ? t('The query is being saved.') : null;
  const replace = async () => {
    setSaving(true);
    const saved = await saveAgain(client, tab, theirs.id, theirs.version);
    setSaving(false);
    // Once more somebody was faster: that text is shown now.
    if (saved.kind === 'conflict') onOpen({ conflict: saved.theirs });
    if (saved.kind === 'gone') onOpen('save_as');
    if (saved.kind === 'saved') onClose();
  };
  const take = () => {
    takeTheirs(tab, theirs);
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('The saved query has another text')} subtitle={theirs.label} width={960}>
      <p className={classes['question']}>{conflictText(theirs, now)}</p>
      <SqlDiff before={theirs.sql} after={tab.sql} beforeLabel={t('Theirs')} afterLabel={t('Yours')} />
      <WaysOut
        ways={[
          {
            id: 'new',
            button: (
              <Button variant="primary" disabledReason={busy} onClick={() => onOpen('save_as')}>
                {t('Save mine as new')}
              </Button>
            ),
            consequence: t('Both versions stay.'),
          },
          {
            id: 'overwrite',
            button: (
              <Button variant="danger" loading={isSaving} onClick={() => void replace()}>
                {t('Overwrite')}
              </Button>
            ),
            consequence: t('Their text stays among the versions of the query.'),
          },
          {
            id: 'take',
            button: (
              <Button disabledReason={busy} onClick={take}>
                {t('Load theirs')}
              </Button>
            ),
            consequence: t('Your text stays among the versions of this tab.'),
          },
        ]}
      />
    </Dialog>
  );
}

/** The tab becomes what is stored; a run and its limit are its own. */
function takeTheirs(tab: EditorTab, theirs: SavedQuery): void {
  writeText(tab, theirs.sql);
  editTab(tab.id, {
    name: theirs.label,
    dbId: theirs.db_id,
    catalog: theirs.catalog,
    schema: theirs.schema,
    templateParams: theirs.template_parameters ?? '',
    savedVersion: theirs.version,
  });
}

function conflictText({ changed_by: by, changed_on: on }: SavedQuery, now: number): string {
  const when = relativeTime(on, now);
  if (by === null || when === '')
    return t('This query was saved with a text that this tab does not know. Nothing was overwritten.');
  return t('%(who)s saved this query (%(when)s) with a text that this tab does not know. Nothing was overwritten.', {
    who: nameOf(by),
    when,
  });
}
