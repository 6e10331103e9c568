import { galleryEntryOf } from '@tessera/viz/gallery';
import classes from './Thumbnail.module.css';

/** The little picture of a chart type: our own SVG, from the registry and from nowhere else. */
export function Thumbnail({ type }: { readonly type: string }) {
  const svg = galleryEntryOf(type)?.thumbnail ?? '';
  return (
    <span
      className={classes['thumbnail']}
      aria-hidden
      ref={(element) => {
        if (element && element.dataset['type'] !== type) {
          element.dataset['type'] = type;
          element.replaceChildren(...drawingOf(svg));
        }
      }}
    />
  );
}

/** Parsed as SVG, so that nothing in it can act as HTML. */
function drawingOf(svg: string): Node[] {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  return root.nodeName === 'svg' ? [document.importNode(root, true)] : [];
}
