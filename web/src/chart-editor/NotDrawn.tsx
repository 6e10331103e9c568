import type { RawForm } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { notDrawn } from '@tessera/viz/bundles/index';
import type { AnyViz } from '@tessera/viz/erase';
import classes from './NotDrawn.module.css';

/** Settings of the saved chart that this version keeps but does not draw. */
export function NotDrawn({ form, viz }: { readonly form: RawForm; readonly viz: AnyViz }) {
  const asked = notDrawn(form, viz.controls);
  if (asked.length === 0) return null;
  return (
    <p className={classes['notDrawn']} role="note">
      {t('This chart was saved with %s. It is kept, but not drawn by this version.', asked.join('; '))}
    </p>
  );
}
