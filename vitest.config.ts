import { defineConfig } from 'vitest/config'

const tests = (folders: readonly string[]) => folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`)

/** ClickHouse in process has one data directory a process: each of these files is one of its own. */
const withClickHouse = ['packages/warehouse/conformance/{clickhouse,every-*,generated-clickhouse}.test.ts']

// Loading what a file imports takes as long as its tests do, so files share what they load. They share no state: each makes
// its own application, stores and folders.
const SHARED = { environment: 'node', pool: 'forks', isolate: false } as const

export default defineConfig({
  test: {
    // Two cores: more workers than that only take turns.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: { name: 'engines', include: withClickHouse, environment: 'node', pool: 'forks', isolate: true },
      },
      {
        extends: true,
        test: {
          ...SHARED,
          name: 'packages',
          include: tests(['packages', 'bench', 'scripts']),
          exclude: withClickHouse,
        },
      },
      {
        extends: true,
        test: {
          ...SHARED,
          name: 'server',
          include: tests(['apps/server']),
          globalSetup: ['packages/testkit/postgres.setup.ts'],
        },
      },
      { extends: true, test: { ...SHARED, name: 'web', include: tests(['apps/web']) } },
    ],
  },
})
