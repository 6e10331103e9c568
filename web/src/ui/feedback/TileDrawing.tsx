/** A small drawing made of the product's own tiles; which ones are missing differs by `shape`. */
export function TileDrawing({ shape = 'wall' }: { readonly shape?: 'wall' | 'search' | 'chart' | 'table' }) {
  return (
    <svg width="96" height="64" viewBox="0 0 96 64" fill="none" aria-hidden>
      {shapes[shape].map(([x, y, width, height, fill]) => (
        <rect
          key={`${x},${y}`}
          x={x}
          y={y}
          width={width}
          height={height}
          rx="3"
          fill={fill === 'accent' ? 'var(--ts-accent)' : 'var(--ts-pressed)'}
          stroke={fill === 'open' ? 'var(--ts-zero-line)' : undefined}
          strokeDasharray={fill === 'open' ? '3 3' : undefined}
          fillOpacity={fill === 'open' ? 0 : 1}
        />
      ))}
    </svg>
  );
}

type Tile = readonly [x: number, y: number, width: number, height: number, fill: 'grey' | 'accent' | 'open'];

const shapes: Readonly<Record<'wall' | 'search' | 'chart' | 'table', readonly Tile[]>> = {
  wall: [
    [2, 2, 44, 28, 'grey'],
    [50, 2, 20, 28, 'grey'],
    [74, 2, 20, 28, 'accent'],
    [2, 34, 20, 28, 'grey'],
    [26, 34, 44, 28, 'open'],
    [74, 34, 20, 28, 'grey'],
  ],
  search: [
    [2, 14, 92, 16, 'open'],
    [2, 38, 28, 24, 'grey'],
    [34, 38, 28, 24, 'grey'],
    [66, 38, 28, 24, 'grey'],
  ],
  chart: [
    [2, 40, 14, 22, 'grey'],
    [21, 26, 14, 36, 'grey'],
    [40, 32, 14, 30, 'grey'],
    [59, 12, 14, 50, 'accent'],
    [78, 2, 14, 60, 'open'],
  ],
  table: [
    [2, 2, 92, 12, 'grey'],
    [2, 18, 28, 12, 'grey'],
    [34, 18, 60, 12, 'open'],
    [2, 34, 28, 12, 'accent'],
    [34, 34, 60, 12, 'open'],
    [2, 50, 28, 12, 'grey'],
    [34, 50, 60, 12, 'open'],
  ],
};
