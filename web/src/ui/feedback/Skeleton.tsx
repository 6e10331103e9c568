import classes from './Skeleton.module.css';

/** Holds the place of what is coming, at its final size: numbers are px. */
export function Skeleton({
  width = '100%',
  height = 16,
  radius,
}: {
  readonly width?: number | string;
  readonly height?: number | string;
  readonly radius?: number | string;
}) {
  return (
    <span
      aria-hidden
      className={classes['skeleton']}
      style={{ width, height, ...(radius === undefined ? {} : { borderRadius: radius }) }}
    />
  );
}
