// Who may import whom, with the reason. docs/architecture.md draws the same arrows.

/** Files of the server that stand under everything else: who acts, what may be done, settings, keys, small tools. */
const floor = [
  'principal',
  'permissions',
  'config',
  'home',
  'keys',
  'progress',
  'one-by-one',
  'ticks',
  'gauge',
  'guarded-stream',
  'redis-client',
  'home-lock',
  'write-probe',
  'presence',
  'environment',
  'settings-file',
  'proxies',
  'bind-all',
  'closing',
].map((name) => `${name}\\.ts$`);

/** The layers of the server, from the bottom: what each may import besides itself and the floor, and why no more. */
const layers = [
  {
    name: 'metadata',
    may: [],
    why: "The product's own database knows tables and migrations; what rows mean is the resources' business.",
  },
  { name: 'engines', may: [], why: 'A driver turns a compiled query into a table, for whoever asks.' },
  { name: 'events', may: [], why: 'The bus carries what it is given, in process or over Redis.' },
  { name: 'render', may: [], why: 'A chart becomes SVG from form data and tables alone.' },
  {
    name: 'templates',
    may: ['engines/process/request-thread\\.ts$', 'metadata/tables\\.ts$'],
    why:
      'Macros are given their values; a template reaches neither databases nor resources. ' +
      'What may take a thread along is rendered in one like that of the parsers.',
  },
  {
    name: 'http',
    may: ['metadata/'],
    why: 'Sessions, guard, error bodies and lists serve every resource, so that they know none.',
  },
  {
    name: 'jobs',
    may: ['events/', 'metadata/'],
    why: 'Durable work is leased, run and told; what a job does is handed in.',
  },
  {
    name: 'chart-data',
    may: ['engines/', 'templates/'],
    why: 'The pipeline is given datasets and rules by whoever may read them.',
  },
  {
    name: 'sql-runs',
    may: ['chart-data/(values|edge)/', 'engines/'],
    why: 'SQL of users goes beside chart data, not through it: it shares how cells are written and what is redacted.',
  },
  {
    name: 'sharing',
    may: ['chart-data/', 'engines/'],
    why:
      'It puts the runs, places and quotas of several servers behind the seams that these two have; ' +
      'nobody but app.ts knows that it is there.',
  },
  {
    name: 'resources',
    may: ['chart-data/', 'engines/', 'events/', 'http/', 'jobs/', 'metadata/', 'render/', 'sql-runs/'],
    why: 'Templates, sharing and the rest are wired in app.ts and come as arguments.',
  },
  {
    name: 'samples',
    may: ['resources/', 'engines/', 'metadata/'],
    why: 'Sample data is loaded beside the server, as a person would make it.',
  },
  { name: 'commands', may: ['resources/', 'metadata/'], why: 'Backup, restore and admin work while no server runs.' },
  {
    name: 'wiring',
    may: [
      'chart-data/',
      'engines/',
      'events/',
      'http/',
      'jobs/',
      'metadata/',
      'resources/',
      'samples/',
      'sharing/',
      'sql-runs/',
      'templates/',
    ],
    why: 'The parts of app.ts: each makes what it names and gives it what it needs. Nobody but app.ts imports them.',
  },
];
/** Folders of resources that are no resource: what several of them share, without routes. */
const sharedByResources = ['access', 'owners', 'favorites', 'key-value', 'security', 'tagged'];

/**
 * Files of a resource whose functions others import beside its service, policy and schema, and why: an older door to
 * chart data sends answers as the newer one does, and rows of one resource show the names of another. Types are free: a
 * service says by them what it is given. A file leaves this list when what it gives becomes a method of the service;
 * none is added.
 */
const stillShared = [
  'async-events/token-cookie',
  'chart-data/(async|job-wish|send-files|sent-text)',
  'charts/present',
  'databases/(abilities|list|settings|store)',
  'users/store',
];

/** Folders of chart data in the order of its steps: each may import those before it. Its own files wire them. */
const chartDataFolders = ['values', 'access', 'resolve', 'plan', 'run', 'cache', 'post-process', 'format', 'edge'];
/** Folders of engines that stand around a query; drivers are imported by their list alone. */
const engineFolders = ['values', 'errors', 'admission', 'process', 'verify'];

const folderRules = [
  ...chartDataFolders.slice(0, -1).map((name, at) => ({
    name: `chart-data-${name}`,
    severity: 'error',
    comment: 'A step of chart data imports the steps before it, and none behind it.',
    from: { path: `^server/src/chart-data/${name}/`, pathNot: '\\.test\\.ts$' },
    to: { path: `^server/src/chart-data/(${chartDataFolders.slice(at + 1).join('|')})/` },
  })),
  {
    name: 'engines-drivers',
    severity: 'error',
    comment: 'What stands around drivers knows none of them.',
    from: {
      path: `^server/src/engines/(${engineFolders.join('|')})/`,
      pathNot: ['\\.test\\.ts$', 'verify/sql-parser-worker\\.ts$'],
    },
    to: { path: '^server/src/engines/drivers/' },
  },
];

const serverRules = [
  {
    name: 'the-floor-of-the-server',
    from: `^server/src/(${floor.join('|')})`,
    may: [],
    why: 'Everything stands on these files; whatever they imported would be under everything.',
  },
  ...layers.map(({ name, may, why }) => ({
    name: `layer-${name}`,
    from: `^server/src/${name}/`,
    may: [`${name}/`, ...may],
    why,
  })),
].map(({ name, from, may, why }) => ({
  name,
  severity: 'error',
  comment: why,
  from: { path: from, pathNot: '\\.test\\.ts$' },
  to: { path: '^server/src/', pathNot: `^server/src/(${[...floor, ...may].join('|')})` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...folderRules,
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two files that import each other, be it for a type alone, cannot be read one after the other.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'core-stands-alone',
      severity: 'error',
      comment: 'core holds the words of the product; whatever it imported would be imported by everything.',
      from: { path: '^packages/core/src' },
      to: { path: '^(packages/(query|viz)|server|web)/' },
    },
    {
      name: 'query-knows-core-only',
      severity: 'error',
      comment: 'SQL is compiled without knowing who draws or serves the result.',
      from: { path: '^packages/query/src' },
      to: { path: '^(packages/viz|server|web)/' },
    },
    {
      name: 'viz-knows-core-only',
      severity: 'error',
      comment: 'A chart is a pure function of tables; the server and the browser both draw it.',
      from: { path: '^packages/viz/src' },
      to: { path: '^(packages/query|server|web)/' },
    },
    {
      name: 'packages-are-pure',
      severity: 'error',
      comment: 'Clock, network and files come in as arguments, so that the middle can be tested without them.',
      from: { path: '^packages/[^/]+/src', pathNot: '\\.test\\.tsx?$|/testing/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'web-sees-the-contract-only',
      severity: 'error',
      comment: 'The browser takes types from server/src/contract.ts; one value import would ship the server.',
      from: { path: '^web/src' },
      to: { path: '^server/', pathNot: '^server/src/contract\\.ts$' },
    },
    {
      name: 'web-does-not-compile-sql',
      severity: 'error',
      comment:
        'The compiler runs on the server, behind the permission checks; help with typed SQL is a room of its own.',
      from: { path: '^web/src' },
      to: { path: '^packages/query/', pathNot: '^packages/query/src/sql-assist/' },
    },
    {
      name: 'server-does-not-import-web',
      severity: 'error',
      comment: 'The server serves built files; it never runs browser code.',
      from: { path: '^server/src' },
      to: { path: '^web/src' },
    },
    {
      name: 'features-are-islands',
      severity: 'error',
      comment: 'What two features need moves down to chart-editor, chart, controls, ui or api.',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'shared-web-code-knows-no-feature',
      severity: 'error',
      comment: 'ui, api, chart, controls and chart-editor are below the features.',
      from: { path: '^web/src/(ui|api|chart|controls|chart-editor)/' },
      to: { path: '^web/src/(features/|routes\\.tsx)' },
    },
    {
      name: 'a-chart-is-drawn-without-its-editor',
      severity: 'error',
      comment: 'Viewers draw charts and set filters; the panel that edits a chart is for those who make one.',
      from: { path: '^web/src/(chart|controls)/' },
      to: { path: '^web/src/chart-editor/' },
    },
    {
      name: 'ui-and-api-are-the-floor',
      severity: 'error',
      comment: 'The kit and the client know nothing of charts or controls.',
      from: { path: '^web/src/(ui|api)/' },
      to: { path: '^web/src/(chart|controls|chart-editor)/' },
    },
    {
      name: 'plugins-are-islands',
      severity: 'error',
      comment: 'What two charts need moves to viz/src/shared.',
      from: { path: '^packages/viz/src/plugins/([^/]+)/' },
      to: { path: '^packages/viz/src/plugins/', pathNot: '^packages/viz/src/plugins/$1/' },
    },
    {
      name: 'a-definition-draws-nothing',
      severity: 'error',
      comment: 'index.ts loads on the server too; the view comes by import().',
      from: { path: '^packages/viz/src/plugins/[^/]+/index\\.ts$' },
      to: { path: '\\.tsx$', dependencyTypesNot: ['dynamic-import'] },
    },
    ...serverRules,
    {
      name: 'every-folder-has-a-layer',
      severity: 'error',
      comment: 'A new folder of the server is told here from what it may import.',
      from: { path: `^server/src/(?!(${[...layers.map(({ name }) => name), 'testing'].join('|')})/)[^/]+/` },
      to: {},
    },
    {
      name: 'the-contract-is-types',
      severity: 'error',
      comment: 'The browser reads this file; a value in it would bring the server along.',
      from: { path: '^server/src/contract\\.ts$' },
      to: { dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'resources-meet-at-their-services',
      severity: 'error',
      comment: 'Another resource is asked through its service, judged by its policy and named by its schema.',
      from: { path: '^server/src/resources/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^server/src/resources/[^/]+/',
        dependencyTypesNot: ['type-only'],
        pathNot: [
          '^server/src/resources/$1/',
          '/(service|policy|schema)\\.ts$',
          `^server/src/resources/(${sharedByResources.join('|')})/`,
          `^server/src/resources/(${stillShared.join('|')})\\.ts$`,
        ],
      },
    },
    {
      name: 'one-sql-room-per-resource',
      severity: 'error',
      comment: 'Only a store talks to the metadata database; routes and policies go through the service.',
      from: { path: '^server/src/resources/[^/]+/(routes|policy|schema)\\.ts$' },
      to: { path: '^server/src/metadata/', pathNot: '^server/src/metadata/tables\\.ts$' },
    },
  ],
  options: {
    parser: 'tsc',
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    exclude: { path: '/(dist|golden|fixtures)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
