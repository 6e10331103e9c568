import type { RawForm } from '@tessera/core/form-data';
import { tMarked, tn } from '@tessera/core/messages';
import type { AnyViz } from '@tessera/viz/erase';
import { unreadSettings } from '@tessera/viz/unread-settings';
import classes from './NotDrawn.module.css';

/** Settings of a saved chart that nobody can read: what they are, and what stands in the chart. */
export function UnreadNotice({ form, viz }: { readonly form: RawForm; readonly viz: AnyViz }) {
  const unread = unreadSettings(viz.controls, form);
  if (unread.length === 0) return null;
  const told = unread.map(({ label, stored }) => `${tMarked(label)} (${stored})`).join('; ');
  return (
    <p className={classes['notDrawn']} role="note">
      {tn(
        'A setting cannot be read and counts as not made: %(settings)s. It is kept until you choose another.',
        '%(count)s settings cannot be read and count as not made: %(settings)s. They are kept until you choose others.',
        unread.length,
        { settings: told },
      )}
    </p>
  );
}
