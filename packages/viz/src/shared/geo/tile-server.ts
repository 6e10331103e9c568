/** Who gives the tiles under maps. */
export type TileServer = {
  /** With `{z}`, `{x}` and `{y}`; tiles are squares of 256 px. */
  readonly url: string;
  /** Whom the map is owed to. */
  readonly attribution: string;
};
