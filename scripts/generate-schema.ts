// Writes apps/server/src/db/schema.gen.ts from the migrations. Run it after adding one: npm run generate:schema
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { launchPostgres } from '#server/db/embedded/launch.ts'
import { stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { applyMigrations } from '#server/db/migrate.ts'
import { generateSchema } from '#server/db/schema-generator.ts'

const folder = new URL('../apps/server/src/db/', import.meta.url)
const root = await mkdtemp(join(tmpdir(), 'cuvee-schema-'))
const postgres = join(root, 'postgres')
const connection = await launchPostgres({ root, postgres }, { fsync: 'off' })
const pool = new pg.Pool(connection)
// A connection that has just been ended may still hear that the server stops.
pool.on('error', () => undefined)
try {
  await applyMigrations(pool)
  const source = await generateSchema(pool, await readFile(new URL('column-types.ts', folder), 'utf8'))
  await writeFile(new URL('schema.gen.ts', folder), source)
} finally {
  await pool.end()
  await stopPostmaster(postgres)
  await rm(connection.host, { recursive: true, force: true })
  await rm(root, { recursive: true, force: true })
}
