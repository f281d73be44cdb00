import pino from 'pino'
import { systemClock } from '#domain/clock.ts'
import { compose } from '#server/container.ts'
import { dataPaths } from '#server/data-dir.ts'
import { openPool } from '#server/db/database.ts'
import { parseEnv } from '#server/env.ts'
import { loadKeys } from '#server/keys.ts'
import { systemIds } from '#server/runtime.ts'
import { runJob } from '#testkit/run-job.ts'
import { purgeAccountsJob } from './purge-accounts.job.ts'

// A process for tests to kill: announces its start, then purges what is due in the database and the directory of its arguments.
const [connection = '{}', root = ''] = process.argv.slice(2)
const log = pino({ enabled: false })
const paths = dataPaths(root)
const env = parseEnv({ NODE_ENV: 'test', DATA_DIR: root, DEMO: '0' })
const pool = openPool({ connection: JSON.parse(connection), log, max: 2 })
const { deps, close } = await compose({
  env,
  clock: systemClock,
  ids: systemIds,
  log,
  pool,
  keys: await loadKeys({ env, path: paths.keys, hasAccounts: async () => false }),
  paths,
  publicUrl: 'http://cuvee.test',
})
await pool.query('select 1')
process.stdout.write('purging\n')
await runJob(purgeAccountsJob, deps)
await close(0)
await pool.end()
