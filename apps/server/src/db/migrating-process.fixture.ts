import pg from 'pg'
import { applyMigrations } from './migrate.ts'

// A process for tests to kill: announces its start, then migrates the database given as its argument.
const pool = new pg.Pool({ ...JSON.parse(process.argv[2] ?? '{}'), max: 2 })
await pool.query('select 1')
process.stdout.write('migrating\n')
await applyMigrations(pool)
await pool.end()
