import type { ChartContext } from '../../define.ts';
import { layoutRegions, type RegionLayout } from '../../regions/layout.ts';
import { regionsOf } from '../../regions/regions.ts';
import type { CountryMapForm } from './controls.ts';

const FOOT = 26;
const NOTHING: RegionLayout = { shapes: [], insets: [] };

/** Where the regions lie; nothing of a country that cannot be drawn. */
export function regionLayout(form: CountryMapForm, { width, height }: ChartContext): RegionLayout {
  const regions = regionsOf(form.select_country);
  if (regions === null) return NOTHING;
  return layoutRegions(regions, form.select_country ?? '', width, Math.max(40, height - FOOT));
}
