/** The import arrows of docs/architecture.md: apps → leaves → semantic, contract, ui → domain. */
const LEAVES = ['connectors', 'warehouse', 'widgets', 'reports', 'insights']

const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })
const pkg = (...names) => ({ path: `^packages/(${names.join('|')})/` })
const allBut = (...names) => ({ path: '^(packages|apps)/', pathNot: `^packages/(${names.join('|')})/` })
const TEST = '\\.(test|property|fixture)\\.tsx?$|^packages/testkit/|^e2e/|^bench/'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment:
        'A cycle has no order to load it in; types are not loaded, and jobs and the Deps they get name each other',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
