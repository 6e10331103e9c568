/**
 * The third kind of drawing: shapes and text in px, made by a pure function of results, form and context. One renderer
 * writes it as SVG text for the server, one shows it in the browser; both draw the same.
 *
 * Text is measured by the table of `shared/text.ts`, so that the server and the browser lay out alike. A shape that
 * belongs to a mark carries its key: the browser makes it hoverable, selectable and reachable by keyboard.
 */
export type Paint = {
  readonly fill?: string;
  readonly fillOpacity?: number;
  readonly stroke?: string;
  readonly strokeWidth?: number;
  readonly strokeJoin?: 'round' | 'miter';
  readonly strokeCap?: 'round' | 'butt';
  readonly dash?: string;
  readonly opacity?: number;
};

export type TextStyle = {
  /** px */
  readonly size: number;
  readonly weight?: 400 | 500 | 600;
  readonly anchor?: 'start' | 'middle' | 'end';
  /** `y` is the baseline, or the middle of the line. */
  readonly baseline?: 'central';
  readonly isTabular?: boolean;
  /** Clockwise around its point, in degrees. */
  readonly rotate?: number;
};

/** `mark` is the key of the mark that a shape belongs to. */
type OfMark = { readonly mark?: string };

export type Shape = OfMark &
  (
    | ({
        readonly kind: 'rect';
        readonly x: number;
        readonly y: number;
        readonly width: number;
        readonly height: number;
        readonly radius?: number;
      } & Paint)
    /** A picture from elsewhere, such as a tile of a map; only where the server allows its address. */
    | {
        readonly kind: 'image';
        readonly x: number;
        readonly y: number;
        readonly width: number;
        readonly height: number;
        readonly href: string;
        readonly opacity?: number;
      }
    | ({ readonly kind: 'path'; readonly d: string } & Paint)
    | ({ readonly kind: 'circle'; readonly cx: number; readonly cy: number; readonly r: number } & Paint)
    | ({
        readonly kind: 'line';
        readonly x1: number;
        readonly y1: number;
        readonly x2: number;
        readonly y2: number;
      } & Paint)
    | ({
        readonly kind: 'text';
        readonly x: number;
        readonly y: number;
        readonly text: string;
        /** Where a press on it leads to, in the browser; of an address that is allowed (`safeLink`). */
        readonly link?: string;
      } & TextStyle &
        Paint)
    | {
        readonly kind: 'group';
        readonly x?: number;
        readonly y?: number;
        readonly scale?: number;
        readonly opacity?: number;
        /** What lies outside of this box, in the group's own px, is not drawn. */
        readonly clip?: {
          readonly x: number;
          readonly y: number;
          readonly width: number;
          readonly height: number;
        };
        readonly shapes: readonly Shape[];
      }
  );

export type Scene = {
  readonly width: number;
  readonly height: number;
  /** What it shows, in words. */
  readonly description: string;
  readonly fontFamily: string;
  readonly shapes: readonly Shape[];
};
