/** The import arrows of docs/architecture.md: apps → leaves → semantic, contract, ui → domain. */
const LEAVES = ['connectors', 'warehouse', 'widgets', 'reports', 'insights']

const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })
const pkg = (...names) => ({ path: `^packages/(${names.join('|')})/` })
const allBut = (...names) => ({ path: '^(packages|apps)/', pathNot: `^packages/(${names.join('|')})/` })
/** Server modules from the lowest to the highest: a module imports only those before it. */
const MODULES = [
  'accounts',
  'custom-fields',
  'notifications',
  'users',
  'auth',
  'sign-on',
  'api-keys',
  'analytics',
  'goals',
  'own-codes',
  'stock-promises',
  'services',
  'plans',
  'visits',
  'saved-reports',
  'reports',
  'segments',
  'dashboards',
  'alerts',
  'calendar',
  'dashboard-data',
  'report-schedules',
  'view-links',
  'report-links',
  'team',
  'account-settings',
  'insights',
  'save-list',
  'home',
  'subjects',
  'release-plans',
  'ask',
  'webhooks',
  'pictures',
  'account-lifecycle',
  'billing',
  'account-export',
  'audit-log',
  'feedback',
  'system',
]
const SERVER_MODULE = '^apps/server/src/modules/([^/]+)/'
const FACE = '^apps/server/src/modules/[^/]+/index\\.ts$'
/** The composition root registers routes, job handlers, subscribers and ports, and does what a start does once. */
const COMPOSITION_ROOT = '^apps/server/src/(boot/demo|container|deps|routes|jobs|server|subscriptions)\\.ts$'

const TEST = '\\.(test|property|fixture)\\.tsx?$|^packages/testkit/|^e2e/|^bench/'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'A cycle, of values or of types, can only be read and changed as a whole',
      from: {},
      to: { circular: true },
    },
    forbid(
      'domain-is-pure',
      { ...pkg('domain'), pathNot: TEST },
      { path: '.', pathNot: '^packages/domain/' },
      'domain depends on nothing',
    ),
    forbid('contract-knows-domain', pkg('contract'), allBut('contract', 'domain'), 'contract → domain'),
    forbid(
      'semantic-knows-domain',
      { ...pkg('semantic'), pathNot: TEST },
      allBut('semantic', 'domain'),
      'semantic → domain',
    ),
    forbid('charts-are-leaves', { ...pkg('charts'), pathNot: TEST }, allBut('charts'), 'charts know no product word'),
    forbid('ui-knows-charts', { ...pkg('ui'), pathNot: TEST }, allBut('ui', 'charts'), 'ui → charts'),
    forbid(
      'leaves-stay-apart',
      { path: `^packages/(${LEAVES.join('|')})/`, pathNot: TEST },
      {
        path: `^packages/(${LEAVES.join('|')})/`,
        pathNot: '^packages/$1/',
      },
      'never between sibling leaves',
    ),
    forbid(
      'leaf-folders-stay-apart',
      { path: '^packages/(widgets|connectors)/([^/]+)/', pathNot: `${TEST}|^packages/(widgets|connectors)/kit/` },
      {
        path: '^packages/$1/[^/]+/',
        pathNot: '^packages/$1/($2|kit)/',
      },
      'one widget or connector never knows another; they share the kit',
    ),
    forbid(
      'connectors-leave-calls-to-the-kit',
      { path: '^packages/connectors/', pathNot: `${TEST}|^packages/connectors/(kit|files)/` },
      {
        path: '^packages/connectors/kit/(budgets|guarded-agent|http-[a-z]+|page-guard|scaled-clock)\\.ts$|^node_modules/undici/|^(node:)?(timers|https?|net)(/|$)',
      },
      'Pagers, retries, limits and pauses are the kit’s: declare a strategy of it',
    ),
    forbid(
      'packages-know-no-app',
      { path: '^packages/', pathNot: '^packages/testkit/' },
      { path: '^apps/' },
      'packages never import apps',
    ),
    forbid(
      'web-knows-no-engine',
      { path: '^(apps/web|packages/(ui|charts))/' },
      { path: '^(apps/server|packages/(warehouse|connectors|semantic/compiler))/' },
      'the browser never sees server, warehouse, connectors or compiler',
    ),
    forbid(
      'shipped-code-knows-no-test',
      { path: '^(apps|packages)/', pathNot: TEST },
      { path: TEST, pathNot: '\\.fixture\\.tsx?$' },
      'tests and testkit stay out of what is shipped',
    ),
    ...MODULES.slice(0, -1).map((name, index) =>
      forbid(
        `module-order-${name}`,
        { path: `^apps/server/src/modules/${name}/`, pathNot: TEST },
        { path: `^apps/server/src/modules/(${MODULES.slice(index + 1).join('|')})/` },
        'A module imports only modules before it in MODULES; it tells later ones by an event',
      ),
    ),
    forbid(
      'module-is-in-order',
      { path: '^apps/server/src/modules/', pathNot: `^apps/server/src/modules/(${MODULES.join('|')})/` },
      {},
      'Add the module to MODULES in .dependency-cruiser.mjs',
    ),
    forbid(
      'module-face-only',
      { path: SERVER_MODULE, pathNot: TEST },
      { path: SERVER_MODULE, pathNot: `^apps/server/src/modules/$1/|${FACE}` },
      'Import another module through its index.ts',
    ),
    forbid(
      'server-uses-module-faces',
      { path: '^apps/server/src/', pathNot: `${TEST}|${COMPOSITION_ROOT}|^apps/server/src/modules/` },
      { path: SERVER_MODULE, pathNot: FACE },
      'Only the composition root reaches into modules',
    ),
    forbid(
      'platform-knows-no-module',
      { path: '^apps/server/src/(audit|db|http|jobs|mail|platform)/', pathNot: TEST },
      { path: '^apps/server/src/modules/' },
      'Modules build on the platform, not the reverse',
    ),
    {
      name: 'routes-call-use-cases',
      severity: 'error',
      comment:
        'A handler authorizes, calls one use case and presents: move what reads or writes a store into *.usecases.ts',
      from: { path: '^apps/server/src/modules/.*\\.routes\\.ts$' },
      to: {
        path: '\\.repo\\.ts$|^apps/server/src/db/|^packages/warehouse/|^(node:)?fs(/|$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    forbid(
      'duckdb-behind-its-port',
      {
        path: '^(apps|packages)/',
        pathNot: `${TEST}|^packages/warehouse/(duckdb|conformance)/|^apps/server/src/(container\\.ts|operator/)`,
      },
      { path: '^packages/warehouse/duckdb/|^node_modules/@duckdb/' },
      'Accounts are reached through engine.ts, staging.ts and file-store.ts, whichever engine has them',
    ),
    forbid('no-tsx-on-the-server', { path: '^apps/server/' }, { path: '\\.tsx$' }, 'Node runs no JSX'),
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    {
      name: 'no-dev-dependency-in-shipped-code',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: TEST },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|data)/' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  },
}
