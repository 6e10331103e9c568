import { drawnOf, type Drawn } from './canvas-marks.ts';

type Heard = (event: unknown) => void;

/** As far as a chart of the drawing library is listened to here. */
type Heeded = {
  readonly on: (name: 'mouseover' | 'mouseout', heard: Heard) => unknown;
  readonly getZr: () => {
    readonly on: (name: 'globalout', heard: Heard) => unknown;
    readonly off: (name: 'globalout', heard: Heard) => unknown;
  };
};

/** Tells which mark the pointer is over when the drawing library says that it changed. @returns what ends that */
export function attachHover(chart: Heeded, onHover: (drawn: Drawn | null) => void): () => void {
  const onOver = (event: unknown) => onHover(drawnOf(event));
  const onOut = () => onHover(null);
  chart.on('mouseover', onOver);
  chart.on('mouseout', onOut);
  const zr = chart.getZr();
  zr.on('globalout', onOut);
  return () => void zr.off('globalout', onOut);
}
