import { defineConfig } from 'vitest/config'

const tests = (folders: readonly string[]) => folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`)

const withPostgres = tests(['apps/server'])

export default defineConfig({
  test: {
    // Two cores: more workers than that only take turns.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'packages',
          include: tests(['packages', 'bench', 'scripts']),
          environment: 'node',
          // ClickHouse in process has one data directory a process: each file is one of its own.
          pool: 'forks',
          isolate: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: withPostgres,
          environment: 'node',
          globalSetup: ['packages/testkit/postgres.setup.ts'],
        },
      },
      { extends: true, test: { name: 'web', include: tests(['apps/web']), environment: 'node' } },
    ],
  },
})
