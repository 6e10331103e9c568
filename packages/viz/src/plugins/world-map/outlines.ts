import { geoEqualEarth, geoPath, type GeoPermissibleObjects } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import world from 'world-atlas/countries-110m.json' with { type: 'json' };

/** The outline of a country in px; `code` has the three letters of ISO 3166-1, null for what has no code there. */
export type Outline = { readonly code: string | null; readonly path: string };

export type WorldShapes = {
  readonly outlines: readonly Outline[];
  /** The point in px of a place in degrees; null beyond the map. */
  readonly pointOf: (longitude: number, latitude: number) => readonly [number, number] | null;
};

/** Numeric codes of ISO 3166-1 as the outlines have them, with their three letters. */
const CODES = `
  004AFG 008ALB 010ATA 012DZA 024AGO 031AZE 032ARG 036AUS 040AUT 044BHS 050BGD 051ARM 056BEL 064BTN
  068BOL 070BIH 072BWA 076BRA 084BLZ 090SLB 096BRN 100BGR 104MMR 108BDI 112BLR 116KHM 120CMR 124CAN
  140CAF 144LKA 148TCD 152CHL 156CHN 158TWN 170COL 178COG 180COD 188CRI 191HRV 192CUB 196CYP 203CZE
  204BEN 208DNK 214DOM 218ECU 222SLV 226GNQ 231ETH 232ERI 233EST 238FLK 242FJI 246FIN 250FRA 260ATF
  262DJI 266GAB 268GEO 270GMB 275PSE 276DEU 288GHA 300GRC 304GRL 320GTM 324GIN 328GUY 332HTI 340HND
  348HUN 352ISL 356IND 360IDN 364IRN 368IRQ 372IRL 376ISR 380ITA 384CIV 388JAM 392JPN 398KAZ 400JOR
  404KEN 408PRK 410KOR 414KWT 417KGZ 418LAO 422LBN 426LSO 428LVA 430LBR 434LBY 440LTU 442LUX 450MDG
  454MWI 458MYS 466MLI 478MRT 484MEX 496MNG 498MDA 499MNE 504MAR 508MOZ 512OMN 516NAM 524NPL 528NLD
  540NCL 548VUT 554NZL 558NIC 562NER 566NGA 578NOR 586PAK 591PAN 598PNG 600PRY 604PER 608PHL 616POL
  620PRT 624GNB 626TLS 630PRI 634QAT 642ROU 643RUS 646RWA 682SAU 686SEN 688SRB 694SLE 703SVK 704VNM
  705SVN 706SOM 710ZAF 716ZWE 724ESP 728SSD 729SDN 732ESH 740SUR 748SWZ 752SWE 756CHE 760SYR 762TJK
  764THA 768TGO 780TTO 784ARE 788TUN 792TUR 795TKM 800UGA 804UKR 807MKD 818EGY 826GBR 834TZA 840USA
  854BFA 858URY 860UZB 862VEN 887YEM 894ZMB
`;
const letters: ReadonlyMap<string, string> = new Map(
  CODES.trim()
    .split(/\s+/)
    .map((code) => [code.slice(0, 3), code.slice(3)] as const),
);
/** Shapes that the outlines only name. */
const NAMED: Readonly<Record<string, string>> = { Kosovo: 'XKX' };

const topology = world as unknown as Topology<{ countries: GeometryCollection<{ name: string }> }>;
const countries = feature(topology, topology.objects.countries).features.filter(
  // The ice would take a sixth of the picture, and no data.
  ({ id }) => id !== '010',
);
const land = { type: 'FeatureCollection', features: countries } as GeoPermissibleObjects;

let last: { readonly size: string; readonly shapes: WorldShapes } | null = null;

/**
 * The world on a map of equal areas (Equal Earth), so that a large colour is a large country.
 *
 * The shapes of the last size are cached: a redraw in other colours projects nothing.
 */
export function worldShapes(width: number, height: number): WorldShapes {
  const size = `${width}x${height}`;
  if (last?.size === size) return last.shapes;
  const projection = geoEqualEarth().fitSize([width, height], land);
  const print = geoPath(projection).digits(1);
  const outlines = countries.map((country): Outline => ({
    code: letters.get(String(country.id)) ?? NAMED[country.properties.name] ?? null,
    path: print(country) ?? '',
  }));
  const shapes = {
    outlines,
    pointOf: (longitude: number, latitude: number) => projection([longitude, latitude]),
  };
  last = { size, shapes };
  return shapes;
}
