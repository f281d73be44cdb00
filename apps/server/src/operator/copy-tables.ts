import pg from 'pg'
import { textLines } from '#domain/text-lines.ts'
import type { BackupFiles } from './backup-files.ts'
import { TABLES_FOLDER } from './backup-manifest.ts'

const TABLES = `select c.relname as name,
    coalesce((select array_agg(distinct p.relname::text) from pg_constraint f join pg_class p on p.oid = f.confrelid
      where f.contype = 'f' and f.conrelid = c.oid and p.oid <> c.oid), '{}') as parents
  from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migrations'
  order by c.relname`

/** The app's tables in dependency order: referenced tables first. */
const tablesInOrder = async (client: pg.ClientBase): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string; parents: string[] }>(TABLES)
  const done: string[] = []
  while (done.length < rows.length) {
    const ready = rows.filter(({ name, parents }) => !done.includes(name) && parents.every((it) => done.includes(it)))
    if (ready.length === 0) throw new Error('the foreign keys of the tables form a cycle')
    done.push(...ready.map(({ name }) => name))
  }
  return done
}

/** Staged files belong to imports in progress, which are not restored; keys of account files are in the manifest. */
const EXCLUDED_TABLES = ['staged_files', 'account_encryption_keys']
const BATCH = 500

const tableFileName = (table: string): string => `${TABLES_FOLDER}/${table}.jsonl`

/** Rows by table. */
export type RowCounts = Readonly<Record<string, number>>

/** Begins a transaction that sees the database as of now until it ends. */
export const beginSnapshot = async (client: pg.ClientBase): Promise<void> => {
  await client.query('begin isolation level repeatable read read only')
  // Its first query takes the snapshot.
  await client.query('select')
  await client.query('set local statement_timeout = 0')
}

/**
 * Adds every row of the app database to a backup, one JSON Lines file per table, in the caller's snapshot while the server runs.
 * JSON instead of a PostgreSQL format, so that any later version can read it.
 */
export const exportTables = async (client: pg.ClientBase, files: BackupFiles): Promise<RowCounts> => {
  const counts: Record<string, number> = {}
  for (const table of await tablesInOrder(client)) {
    if (EXCLUDED_TABLES.includes(table)) continue
    counts[table] = await exportTable(client, table, files)
  }
  return counts
}

const exportTable = async (client: pg.ClientBase, table: string, files: BackupFiles): Promise<number> => {
  const name = pg.escapeIdentifier(table)
  await client.query(`declare rows no scroll cursor for select to_jsonb(t)::text as row from ${name} t`)
  let count = 0
  async function* lines() {
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`fetch ${BATCH} from rows`)
      if (rows.length === 0) return
      count += rows.length
      yield `${rows.map(({ row }) => row).join('\n')}\n`
    }
  }
  await files.write(tableFileName(table), lines())
  await client.query('close rows')
  return count
}

/** Imports the output of `exportTables` into the empty tables of the same schema in one transaction. */
export const importTables = async (client: pg.ClientBase, files: BackupFiles, expected: RowCounts): Promise<void> => {
  await client.query('begin')
  try {
    await client.query('set local statement_timeout = 0')
    for (const table of await tablesInOrder(client)) {
      if (expected[table] === undefined) continue
      const count = await importTable(client, table, files)
      if (count !== expected[table]) throw new Error(`${table}: ${count} rows instead of ${expected[table]}`)
      await advanceSequences(client, table)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const importTable = async (client: pg.ClientBase, table: string, files: BackupFiles): Promise<number> => {
  const name = pg.escapeIdentifier(table)
  const insert = `insert into ${name} overriding system value
    select (jsonb_populate_record(null::${name}, line::jsonb)).* from unnest($1::text[]) as line`
  let count = 0
  let batch: string[] = []
  const flush = async () => {
    if (batch.length > 0) await client.query(insert, [batch])
    count += batch.length
    batch = []
  }
  for await (const line of textLines(files.read(tableFileName(table)))) {
    batch.push(line)
    if (batch.length === BATCH) await flush()
  }
  await flush()
  return count
}

const SEQUENCES = `select a.attname as column, pg_get_serial_sequence($1, a.attname) as sequence
  from pg_attribute a where a.attrelid = $1::regclass and a.attidentity <> ''`

/** Advances the sequences past the restored rows. */
const advanceSequences = async (client: pg.ClientBase, table: string): Promise<void> => {
  const { rows } = await client.query<{ column: string; sequence: string }>(SEQUENCES, [table])
  for (const { column, sequence } of rows) {
    const highest = `select coalesce(max(${pg.escapeIdentifier(column)}), 0) + 1 from ${pg.escapeIdentifier(table)}`
    await client.query(`select setval($1, (${highest}), false)`, [sequence])
  }
}
