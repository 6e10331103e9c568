import { galleryEntryOf } from '@tessera/viz/gallery';
import { TileDrawing } from '../ui/feedback/TileDrawing.tsx';
import classes from './VizThumbnail.module.css';

/** The picture of a chart type, in the colours of the theme; tiles for a type that this version does not have. */
export function VizThumbnail({
  vizType,
  width = 120,
  height = 80,
}: {
  readonly vizType: string;
  readonly width?: number;
  readonly height?: number;
}) {
  const entry = galleryEntryOf(vizType);
  if (!entry) return <TileDrawing shape="chart" />;
  // The drawings come with the code of the chart types; nothing that users wrote is in them.
  return (
    <span
      aria-hidden
      className={classes['thumbnail']}
      style={{ width, height }}
      dangerouslySetInnerHTML={{ __html: entry.thumbnail }}
    />
  );
}
