import type { SampleTable } from './types.ts';

/** A flight counts as late from so many minutes on, as the Department of Transportation counts. */
const LATE = 15;

export const airports: SampleTable = {
  table: 'airports',
  file: 'airports.csv',
  select: (source) => `SELECT * FROM ${source}`,
  description: 'Airports of the United States and its territories with their place on the map.',
  mainTime: null,
  rows: 'Airports',
  columns: {
    iata: { verbose: 'Code', description: 'IATA code, or a local one for small airfields.' },
    name: { verbose: 'Airport' },
    city: { verbose: 'City' },
    state: { verbose: 'State' },
    country: { verbose: 'Country' },
    latitude: { verbose: 'Latitude', isDimension: false },
    longitude: { verbose: 'Longitude', isDimension: false },
  },
  metrics: [{ name: 'states', verbose: 'States', expression: 'COUNT(DISTINCT state)', format: ',d' }],
};

export const flights: SampleTable = {
  table: 'flights',
  file: 'flights-3m.parquet',
  select: (source) => `
    SELECT CAST(f.date AS TIMESTAMP) AS date, CAST(f.delay AS INTEGER) AS delay, CAST(f.distance AS INTEGER) AS
    distance, f.origin, f.destination,
      o.city AS origin_city, o.state AS origin_state, d.city AS destination_city, d.state AS destination_state
    FROM ${source} f LEFT JOIN airports o ON o.iata = f.origin LEFT JOIN airports d ON d.iata = f.destination
    ORDER BY f.date`,
  description:
    'Three million domestic flights in the United States from January to June 2001, one row per flight, with ' +
    'the delay that the airlines reported.',
  mainTime: 'date',
  rows: 'Flights',
  columns: {
    date: { verbose: 'Departure', description: 'Scheduled departure, local time of the airport.' },
    delay: {
      verbose: 'Delay (min)',
      description: 'Minutes behind the schedule; early flights are negative.',
      isDimension: false,
    },
    distance: { verbose: 'Distance (mi)', isDimension: false },
    origin: { verbose: 'Origin', description: 'IATA code of the airport of departure.' },
    destination: { verbose: 'Destination', description: 'IATA code of the airport of arrival.' },
    origin_city: { verbose: 'Origin city' },
    origin_state: { verbose: 'Origin state' },
    destination_city: { verbose: 'Destination city' },
    destination_state: { verbose: 'Destination state' },
    departure_hour: {
      verbose: 'Hour of departure',
      type: 'BIGINT',
      expression: 'EXTRACT(hour FROM date)',
      description: 'Hour of the scheduled departure, 0 to 23.',
    },
    weekday: {
      verbose: 'Weekday',
      type: 'VARCHAR',
      expression:
        "CASE EXTRACT(isodow FROM date) WHEN 1 THEN '1 Mon' WHEN 2 THEN '2 Tue' WHEN 3 THEN '3 Wed' WHEN 4 " +
        "THEN '4 Thu' WHEN 5 THEN '5 Fri' WHEN 6 THEN '6 Sat' ELSE '7 Sun' END",
      description: 'Day of the week; the number keeps the order.',
    },
    haul: {
      verbose: 'Haul',
      type: 'VARCHAR',
      expression:
        "CASE WHEN distance < 500 THEN 'Under 500 mi' WHEN distance < 1500 THEN '500–1,500 mi' ELSE 'Over " +
        "1,500 mi' END",
    },
    punctuality: {
      verbose: 'Punctuality',
      type: 'VARCHAR',
      expression:
        `CASE WHEN delay < 0 THEN 'Early' WHEN delay < ${LATE} THEN 'On time' WHEN delay < 60 THEN 'Late' ELSE ` +
        `'More than an hour late' END`,
    },
  },
  metrics: [
    { name: 'avg_delay', verbose: 'Average delay (min)', expression: 'AVG(delay)', format: ',.1f' },
    {
      name: 'late_share',
      verbose: 'Late flights',
      expression: `AVG(CASE WHEN delay >= ${LATE} THEN 1.0 ELSE 0 END)`,
      format: '.1%',
      description: `Share of flights that were ${LATE} minutes late or more.`,
    },
    { name: 'total_distance', verbose: 'Miles flown', expression: 'SUM(distance)', format: '.3s' },
    { name: 'airports_served', verbose: 'Airports served', expression: 'COUNT(DISTINCT origin)', format: ',d' },
  ],
};
