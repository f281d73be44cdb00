import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { virtualModules } from './apps/web/build/virtual-modules.plugin.ts'
import { isOnClickHouse, lane } from './packages/testkit/lane.ts'
import { createTemporaryRoot } from './packages/testkit/temporary-root.ts'

createTemporaryRoot()

const tests = (folders: readonly string[]) => folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`)

/** In-process ClickHouse has one data directory per process, so each of these files runs in a process of its own. */
const withClickHouse = [
  'packages/warehouse/conformance/{clickhouse,every-*,generated-clickhouse}.test.ts',
  'packages/warehouse/{clickhouse,places}/**/*.test.ts',
]

/** Tests that import JSX, which Node does not run without a transform. */
const withJsx = tests(['packages/ui', 'packages/widgets', 'apps/web'])

const isQuick = lane === 'quick'

/** The part of the server that the quick lane runs: HTTP, except attacks and timeouts, and some small modules. */
const QUICK_SERVER = ['apps/server/src/http', 'apps/server/src/modules/{audit-log,feedback,saved-reports}']

/**
 * Tests of the server that also hold on ClickHouse (`CUVEE_WAREHOUSE=clickhouse`): those that do not compare with SQL that is DuckDB's
 * alone, and look at no account's file.
 */
const ON_CLICKHOUSE = [
  'mcp/mcp',
  'same-word/same-word',
  'modules/account-lifecycle/purge-accounts',
  'modules/account-settings/apply-settings',
  'modules/{alerts,custom-fields,own-codes,report-schedules,saved-reports,subjects,visits,webhooks}/**/*',
  'modules/ask/{ask,follow-up,forecast,history}',
  'modules/dashboard-data/chosen-tiles',
  'modules/insights/{insight-calls,insights,outcome,unanalyzed}',
  'modules/reports/{aggregations,aligned-comparison,filter-levels,hostile-definitions,hostile-texts,named-definitions,proved-cells}',
  'modules/services/{bad-files,file-kinds-import,files-sync,import-check,import-settings,odd-files,order-lines-import,services,several-files}',
].map((path) => `apps/server/src/${path}.test.ts`)

/** Longer than a second, or on an engine: outside the quick lane. */
const SLOW = [
  'packages/connectors/**',
  'packages/warehouse/!(duckdb)/**',
  'packages/warehouse/duckdb/*.test.ts',
  'packages/warehouse/duckdb/!(migrations)/**',
  'packages/insights/{planted,ask/questions,forecast}/**',
  'packages/insights/find-insights.test.ts',
  'apps/server/src/http/{tenancy,body-time,noisy-account,fuzz}.test.ts',
  '**/hostile-*.test.ts',
  'scripts/**',
  ...globSync('packages/**/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes("'#warehouse/")),
]

// Importing a file's modules takes as long as its tests do, so files share loaded modules. They share no state: each file
// builds its own application, stores and folders.
const SHARED = { environment: 'node', pool: 'forks', isolate: false } as const

// Node runs TypeScript itself; a transform would take a third of the time.
const NATIVE = { experimental: { viteModuleRunner: false, nodeLoader: false } } as const

/** Files that this lane leaves out. */
const excluded = [...(lane === 'full' ? [] : ['**/*.full.test.{ts,tsx}']), ...(isQuick ? SLOW : [])]

export default defineConfig({
  test: {
    // Two cores, and a third of each worker's time is spent waiting for a store: 3 take 17 % less time than 2, 4 take more.
    maxWorkers: 3,
    // Servers that tests start then load in half the time.
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? resolve('node_modules/.cache/cuvee/compiled') },
    // A busy machine is no failure.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 40_000 } },
    projects: [
      {
        extends: true,
        test: {
          ...NATIVE,
          name: 'engines',
          include: withClickHouse,
          exclude: excluded,
          environment: 'node',
          pool: 'forks',
          isolate: true,
          globalSetup: ['packages/testkit/postgres.setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...SHARED,
          ...NATIVE,
          name: 'packages',
          include: tests(['packages', 'bench', 'scripts']),
          exclude: [...withClickHouse, ...withJsx, ...excluded],
        },
      },
      {
        extends: true,
        test: {
          ...SHARED,
          ...NATIVE,
          name: 'server',
          include: isOnClickHouse ? ON_CLICKHOUSE : tests(isQuick ? QUICK_SERVER : ['apps/server']),
          exclude: excluded,
          setupFiles: ['packages/testkit/passwords.setup.ts'],
          globalSetup: ['packages/testkit/postgres.setup.ts'],
        },
      },
      {
        extends: true,
        plugins: [
          virtualModules({ contract: 'packages/contract/contract.ts', insights: 'packages/insights/registry.ts' }),
        ],
        test: { ...SHARED, name: 'web', include: withJsx, exclude: excluded },
      },
    ],
  },
})
