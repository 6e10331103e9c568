import { useState } from 'react';
import { themeMode, usePreferences } from '../ui/common/preferences.ts';
import classes from './VizThumbnail.module.css';
import { VizThumbnail } from './VizThumbnail.tsx';

type ChartThumbnailProps = {
  /** Null for a chart without a picture of its own. */
  readonly url: string | null;
  readonly vizType: string;
};

/** A chart as the server draws it for this reader; until it is here, and where it cannot be had, its type's picture. */
export function ChartThumbnail({ url, vizType }: ChartThumbnailProps) {
  const mode = usePreferences(themeMode);
  const source = url === null ? null : `${url}?mode=${mode}`;
  const [state, setState] = useState<{ readonly source: string; readonly isThere: boolean } | null>(null);
  const here = state !== null && state.source === source ? state : null;
  const isThere = here?.isThere ?? false;
  const isLost = here !== null && !here.isThere;
  return (
    <span className={classes['stack']} aria-hidden>
      {!isThere && <VizThumbnail vizType={vizType} />}
      {source !== null && !isLost && (
        <img
          className={classes['drawn']}
          src={source}
          alt=""
          loading="lazy"
          decoding="async"
          data-there={isThere || undefined}
          onLoad={() => setState({ source, isThere: true })}
          onError={() => setState({ source, isThere: false })}
        />
      )}
    </span>
  );
}
