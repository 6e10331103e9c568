import { airports, flights } from './flights.ts';
import { renamed, whole, type SampleTable } from './types.ts';

const degrees = { isDimension: false } as const;

/** The regions of Gapminder, spelled out. */
const regionName =
  "CASE region WHEN 'south_asia' THEN 'South Asia' WHEN 'europe_central_asia' THEN 'Europe and Central Asia' " +
  "WHEN 'sub_saharan_africa' THEN 'Sub-Saharan Africa' WHEN 'america' THEN 'America' WHEN 'east_asia_pacific' THEN " +
  "'East Asia and Pacific' WHEN 'middle_east_north_africa' THEN 'Middle East and North Africa' ELSE region END";

/**
 * The sample tables, in the order in which they are made. Only files whose terms allow redistribution; NOTICE lists
 * them.
 */
export const sampleTables: readonly SampleTable[] = [
  airports,
  flights,
  {
    table: 'flights_airport',
    file: 'flights-airport.csv',
    select: whole,
    description: 'Flights between pairs of airports in the United States in 2008.',
    mainTime: null,
    rows: 'Pairs of airports',
    columns: {
      origin: { verbose: 'Origin' },
      destination: { verbose: 'Destination' },
      count: { verbose: 'Flights', isDimension: false },
    },
    metrics: [{ name: 'flights', verbose: 'Flights', expression: 'SUM("count")', format: ',d' }],
  },
  {
    table: 'birdstrikes',
    file: 'birdstrikes.csv',
    select: renamed({
      flight_date: '"Flight Date"',
      airport: '"Airport Name"',
      aircraft: '"Aircraft Make Model"',
      damage: '"Effect Amount of damage"',
      operator: '"Aircraft Airline Operator"',
      origin_state: '"Origin State"',
      phase: '"Phase of flight"',
      wildlife_size: '"Wildlife Size"',
      species: '"Wildlife Species"',
      time_of_day: '"Time of day"',
      cost_other: '"Cost Other"',
      cost_repair: '"Cost Repair"',
      cost_total: '"Cost Total $"',
      speed_knots: '"Speed IAS in knots"',
    }),
    description:
      'Collisions of aircraft with wildlife in the United States, 1990 to 2002, as reported to the Federal ' +
      'Aviation Administration.',
    mainTime: 'flight_date',
    rows: 'Bird strikes',
    columns: {
      flight_date: { verbose: 'Flight date' },
      airport: { verbose: 'Airport' },
      aircraft: { verbose: 'Aircraft' },
      damage: { verbose: 'Damage' },
      operator: { verbose: 'Operator' },
      origin_state: { verbose: 'State' },
      phase: { verbose: 'Phase of flight' },
      wildlife_size: { verbose: 'Size of the animal' },
      species: { verbose: 'Species' },
      time_of_day: { verbose: 'Time of day' },
      cost_other: { verbose: 'Other cost ($)', isDimension: false },
      cost_repair: { verbose: 'Repair cost ($)', isDimension: false },
      cost_total: { verbose: 'Total cost ($)', isDimension: false },
      speed_knots: { verbose: 'Speed (kn)', isDimension: false },
    },
    metrics: [
      { name: 'total_cost', verbose: 'Total cost', expression: 'SUM(cost_total)', format: '$,.3s' },
      { name: 'avg_speed', verbose: 'Average speed (kn)', expression: 'AVG(speed_knots)', format: ',.0f' },
    ],
  },
  {
    table: 'gapminder',
    file: 'gapminder.json',
    select: renamed({
      year: 'make_date("year", 1, 1)',
      country: 'country',
      region:
        "CASE cluster WHEN 0 THEN 'South Asia' WHEN 1 THEN 'Europe and Central Asia' WHEN 2 THEN 'Sub-Saharan " +
        "Africa' WHEN 3 THEN 'America' WHEN 4 THEN 'East Asia and Pacific' ELSE 'Middle East and North Africa' END",
      population: 'pop',
      life_expectancy: 'life_expect',
      fertility: 'fertility',
    }),
    description: 'Health and population of countries every five years from 1955 to 2005, by Gapminder.',
    mainTime: 'year',
    rows: 'Countries and years',
    columns: {
      year: { verbose: 'Year' },
      country: { verbose: 'Country' },
      region: { verbose: 'Region' },
      population: { verbose: 'Population', isDimension: false },
      life_expectancy: { verbose: 'Life expectancy (years)', isDimension: false },
      fertility: { verbose: 'Children per woman', isDimension: false },
    },
    metrics: [
      { name: 'total_population', verbose: 'Population', expression: 'SUM(population)', format: '.3s' },
      {
        name: 'avg_life_expectancy',
        verbose: 'Life expectancy (years)',
        expression: 'AVG(life_expectancy)',
        format: ',.1f',
        description: 'Mean of the countries, each counted once.',
      },
      { name: 'avg_fertility', verbose: 'Children per woman', expression: 'AVG(fertility)', format: ',.2f' },
    ],
  },
  {
    table: 'gapminder_health_income',
    file: 'gapminder-health-income.csv',
    select: whole,
    description: 'Income per person and life expectancy of countries in one recent year, by Gapminder.',
    mainTime: null,
    rows: 'Countries',
    columns: {
      country: { verbose: 'Country' },
      income: { verbose: 'Income per person ($)', isDimension: false },
      health: { verbose: 'Life expectancy (years)', isDimension: false },
      population: { verbose: 'Population', isDimension: false },
      region: { verbose: 'Region' },
    },
    metrics: [
      { name: 'avg_income', verbose: 'Average income ($)', expression: 'AVG(income)', format: '$,.0f' },
      { name: 'total_population', verbose: 'Population', expression: 'SUM(population)', format: '.3s' },
    ],
  },
  {
    table: 'world_regions',
    file: 'gapminder-health-income.csv',
    select: (source) =>
      `SELECT 'World' AS place, NULL::VARCHAR AS part_of, SUM(population) AS population FROM ${source} UNION ALL ` +
      `SELECT ${regionName}, 'World', SUM(population) FROM ${source} GROUP BY region UNION ALL ` +
      `SELECT country, ${regionName}, population FROM ${source}`,
    description: 'The world, its regions and their countries, each with the place that it is part of, by Gapminder.',
    mainTime: null,
    rows: 'Places',
    columns: {
      place: { verbose: 'Place' },
      part_of: { verbose: 'Part of' },
      population: { verbose: 'Population', isDimension: false },
    },
    metrics: [{ name: 'greatest_population', verbose: 'Population', expression: 'MAX(population)', format: '.3s' }],
  },
  {
    table: 'countries',
    file: 'countries.json',
    select: renamed({
      year: 'make_date("year", 1, 1)',
      country: 'country',
      fertility: 'fertility',
      life_expectancy: 'life_expect',
    }),
    description: 'Life expectancy and fertility of countries, 1955 to 2000, by Gapminder.',
    mainTime: 'year',
    rows: 'Countries and years',
    columns: {
      year: { verbose: 'Year' },
      country: { verbose: 'Country' },
      fertility: { verbose: 'Children per woman', isDimension: false },
      life_expectancy: { verbose: 'Life expectancy (years)', isDimension: false },
    },
    metrics: [
      {
        name: 'avg_life_expectancy',
        verbose: 'Life expectancy (years)',
        expression: 'AVG(life_expectancy)',
        format: ',.1f',
      },
    ],
  },
  {
    table: 'seattle_weather',
    file: 'seattle-weather.csv',
    select: whole,
    description: 'Daily weather in Seattle, 2012 to 2015.',
    mainTime: 'date',
    rows: 'Days',
    columns: weatherColumns(),
    metrics: weatherMetrics(),
  },
  {
    table: 'weather',
    file: 'weather.csv',
    select: whole,
    description: 'Daily weather in Seattle and New York, 2012 to 2015.',
    mainTime: 'date',
    rows: 'Days',
    columns: { location: { verbose: 'City' }, ...weatherColumns() },
    metrics: weatherMetrics(),
  },
  {
    table: 'earthquakes',
    file: 'earthquakes.json',
    select: (source) => `
      SELECT make_timestamp(f.properties.time * 1000) AS time, f.properties.mag AS magnitude, f.properties.place AS
      place, f.properties.magType AS magnitude_type, f.properties.type AS kind, f.properties.net AS network,
        f.properties.tsunami = 1 AS tsunami_warning, f.geometry.coordinates[1] AS longitude, f.geometry.coordinates[2]
        AS latitude, f.geometry.coordinates[3] AS depth_km
      FROM (SELECT unnest(features) AS f FROM ${source})`,
    description: 'Earthquakes all over the world in one week of February 2018, by the United States Geological Survey.',
    mainTime: 'time',
    rows: 'Earthquakes',
    columns: {
      time: { verbose: 'Time' },
      magnitude: { verbose: 'Magnitude', isDimension: false },
      place: { verbose: 'Place' },
      magnitude_type: { verbose: 'Magnitude type' },
      kind: { verbose: 'Kind' },
      network: { verbose: 'Network' },
      tsunami_warning: { verbose: 'Tsunami warning' },
      longitude: { verbose: 'Longitude', ...degrees },
      latitude: { verbose: 'Latitude', ...degrees },
      depth_km: { verbose: 'Depth (km)', isDimension: false },
    },
    metrics: [
      { name: 'max_magnitude', verbose: 'Largest magnitude', expression: 'MAX(magnitude)', format: ',.1f' },
      { name: 'avg_depth', verbose: 'Average depth (km)', expression: 'AVG(depth_km)', format: ',.1f' },
    ],
  },
  {
    table: 'penguins',
    file: 'penguins.json',
    select: renamed({
      species: '"Species"',
      island: '"Island"',
      sex: `CASE WHEN "Sex" IN ('MALE', 'FEMALE') THEN lower("Sex") END`,
      beak_length_mm: '"Beak Length (mm)"',
      beak_depth_mm: '"Beak Depth (mm)"',
      flipper_length_mm: '"Flipper Length (mm)"',
      body_mass_g: '"Body Mass (g)"',
    }),
    description: 'Measurements of three species of penguins on the islands of the Palmer Archipelago.',
    mainTime: null,
    rows: 'Penguins',
    columns: {
      species: { verbose: 'Species' },
      island: { verbose: 'Island' },
      sex: { verbose: 'Sex' },
      beak_length_mm: { verbose: 'Beak length (mm)', isDimension: false },
      beak_depth_mm: { verbose: 'Beak depth (mm)', isDimension: false },
      flipper_length_mm: { verbose: 'Flipper length (mm)', isDimension: false },
      body_mass_g: { verbose: 'Body mass (g)', isDimension: false },
    },
    metrics: [{ name: 'avg_mass', verbose: 'Average mass (g)', expression: 'AVG(body_mass_g)', format: ',.0f' }],
  },
  {
    table: 'us_employment',
    file: 'us-employment.csv',
    select: whole,
    description: 'Thousands of people employed in the United States by sector, monthly from 2006 to 2015.',
    mainTime: 'month',
    rows: 'Months',
    columns: {
      month: { verbose: 'Month' },
      nonfarm: { verbose: 'All outside farms' },
      private: { verbose: 'Private sector' },
      government: { verbose: 'Government' },
      manufacturing: { verbose: 'Manufacturing' },
      construction: { verbose: 'Construction' },
      nonfarm_change: { verbose: 'Change in the month' },
    },
    metrics: [
      { name: 'employed', verbose: 'Employed (thousands)', expression: 'SUM(nonfarm)', format: ',d' },
      { name: 'change', verbose: 'Change (thousands)', expression: 'SUM(nonfarm_change)', format: '+,d' },
    ],
  },
  {
    table: 'unemployment_across_industries',
    file: 'unemployment-across-industries.json',
    select: renamed({ date: 'CAST(date AS DATE)', industry: 'series', unemployed: '"count"', rate: 'rate' }),
    description: 'People out of work in the United States by industry, monthly from 2000 to 2010.',
    mainTime: 'date',
    rows: 'Industries and months',
    columns: {
      date: { verbose: 'Month' },
      industry: { verbose: 'Industry' },
      unemployed: { verbose: 'Unemployed (thousands)', isDimension: false },
      rate: { verbose: 'Rate (%)', isDimension: false },
    },
    metrics: [
      { name: 'total_unemployed', verbose: 'Unemployed (thousands)', expression: 'SUM(unemployed)', format: ',d' },
      { name: 'avg_rate', verbose: 'Average rate (%)', expression: 'AVG(rate)', format: ',.1f' },
    ],
  },
  {
    table: 'co2_concentration',
    file: 'co2-concentration.csv',
    select: renamed({ date: '"Date"', co2: '"CO2"', adjusted_co2: '"adjusted CO2"' }),
    description: 'Carbon dioxide in the air over Mauna Loa, monthly since 1958, by the Scripps CO2 Program.',
    mainTime: 'date',
    rows: 'Months',
    columns: {
      date: { verbose: 'Month' },
      co2: { verbose: 'CO₂ (ppm)', isDimension: false },
      adjusted_co2: { verbose: 'CO₂ without seasons (ppm)', isDimension: false },
    },
    metrics: [{ name: 'avg_co2', verbose: 'CO₂ (ppm)', expression: 'AVG(co2)', format: ',.1f' }],
  },
  {
    table: 'global_temp',
    file: 'global-temp.csv',
    select: renamed({ year: 'make_date("year", 1, 1)', anomaly: 'temp' }),
    description: 'Temperature of the Earth compared with the mean of 1951 to 1980, yearly since 1880, by NASA.',
    mainTime: 'year',
    rows: 'Years',
    columns: { year: { verbose: 'Year' }, anomaly: { verbose: 'Difference (°C)', isDimension: false } },
    metrics: [{ name: 'avg_anomaly', verbose: 'Difference (°C)', expression: 'AVG(anomaly)', format: '+,.2f' }],
  },
  {
    table: 'iowa_electricity',
    file: 'iowa-electricity.csv',
    select: whole,
    description: 'Electricity made in Iowa by source, yearly from 2001 to 2017.',
    mainTime: 'year',
    rows: 'Sources and years',
    columns: {
      year: { verbose: 'Year' },
      source: { verbose: 'Source' },
      net_generation: { verbose: 'Generation (GWh)', isDimension: false },
    },
    metrics: [{ name: 'generation', verbose: 'Generation (GWh)', expression: 'SUM(net_generation)', format: ',d' }],
  },
  {
    table: 'political_contributions',
    file: 'political-contributions.json',
    select: whole,
    description: 'Money of candidates for the Congress of the United States, by the Federal Election Commission.',
    mainTime: null,
    rows: 'Candidates',
    columns: {
      Candidate_Name: { verbose: 'Candidate' },
      Party_Affiliation: { verbose: 'Party' },
      Candidate_State: { verbose: 'State' },
      Total_Receipts: { verbose: 'Receipts ($)', isDimension: false },
    },
    metrics: [{ name: 'receipts', verbose: 'Receipts', expression: 'SUM("Total_Receipts")', format: '$,.3s' }],
  },
  {
    table: 'github',
    file: 'github.csv',
    select: whole,
    description: 'Commits by hour over several weeks; made by a program, in the shape that such data has.',
    mainTime: 'time',
    rows: 'Hours',
    columns: { time: { verbose: 'Hour' }, count: { verbose: 'Commits', isDimension: false } },
    metrics: [{ name: 'commits', verbose: 'Commits', expression: 'SUM("count")', format: ',d' }],
  },
  {
    table: 'zipcodes',
    file: 'zipcodes.csv',
    select: whole,
    description: 'Postal codes of the United States with their place on the map, by GeoNames.',
    mainTime: null,
    rows: 'Postal codes',
    columns: {
      zip_code: { verbose: 'Postal code' },
      city: { verbose: 'City' },
      state: { verbose: 'State' },
      county: { verbose: 'County' },
      latitude: { verbose: 'Latitude', ...degrees },
      longitude: { verbose: 'Longitude', ...degrees },
    },
    metrics: [{ name: 'cities', verbose: 'Cities', expression: 'COUNT(DISTINCT city)', format: ',d' }],
  },
];

function weatherColumns() {
  return {
    date: { verbose: 'Day' },
    precipitation: { verbose: 'Precipitation (mm)', isDimension: false },
    temp_max: { verbose: 'Highest temperature (°C)', isDimension: false },
    temp_min: { verbose: 'Lowest temperature (°C)', isDimension: false },
    wind: { verbose: 'Wind (m/s)', isDimension: false },
    weather: { verbose: 'Weather' },
  } as const;
}

function weatherMetrics() {
  return [
    { name: 'avg_high', verbose: 'Average high (°C)', expression: 'AVG(temp_max)', format: ',.1f' },
    { name: 'avg_low', verbose: 'Average low (°C)', expression: 'AVG(temp_min)', format: ',.1f' },
    { name: 'rain', verbose: 'Precipitation (mm)', expression: 'SUM(precipitation)', format: ',.0f' },
  ] as const;
}
