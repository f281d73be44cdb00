import { fail } from '#contract/errors.ts'
import { readSqlMigrations } from '../sql-migrations.ts'
import type { AccountLedger } from './account-ledger.ts'
import type { ClickHouse } from './connect.ts'

/** Append only. A statement may run twice: after a kill, its whole migration is repeated. */
export const CLICKHOUSE_MIGRATIONS = readSqlMigrations(new URL('migrations/', import.meta.url))

const LEDGER = `CREATE TABLE IF NOT EXISTS schema_migrations (name String, installation String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3))
  ENGINE = ReplacingMergeTree ORDER BY name`

/** The first version, by year and number, that has all settings of our statements; an earlier one would refuse each of them. */
export const FIRST_VERSION = [25, 4] as const

/** Errors: `warehouse.query_failed` for a ClickHouse that is too old. */
export const assertVersion = (version: string): void => {
  const [year = 0, number = 0] = version.split('.').map(Number)
  const [firstYear, firstNumber] = FIRST_VERSION
  if (year < firstYear || (year === firstYear && number < firstNumber))
    throw refused(`ClickHouse ${version} is too old: ${FIRST_VERSION.join('.')} or later is needed`)
}

/**
 * Brings the tables of the database to the current version. One process at a time does, and the others wait.
 *
 * @param installation ties the database to the app database; throws `warehouse.query_failed` if it belongs to another, and if
 *   ClickHouse is too old
 */
export const migrateClickHouse = (
  clickHouse: Pick<ClickHouse, 'rows' | 'command' | 'insert'>,
  { ledger, installation }: { readonly ledger: Pick<AccountLedger, 'exclusively'>; readonly installation: string },
): Promise<void> =>
  ledger.exclusively(async () => {
    const [[version] = []] = await clickHouse.rows('SELECT version()')
    assertVersion(String(version))
    await clickHouse.command(LEDGER)
    const applied = await clickHouse.rows('SELECT name, installation FROM schema_migrations FINAL')
    const other = applied.find(([, owner]) => owner !== installation)
    if (other)
      throw refused(`The ClickHouse database belongs to the installation ${other[1]}, and not to ${installation}`)
    const names = new Set(applied.map(([name]) => name))
    const unknown = applied.find(([name]) => !CLICKHOUSE_MIGRATIONS.some((migration) => migration.name === name))
    if (unknown) throw refused(`The ClickHouse database has the migration ${unknown[0]} of a newer version`)
    for (const { name, statements } of CLICKHOUSE_MIGRATIONS) {
      if (names.has(name)) continue
      for (const statement of statements) await clickHouse.command(statement)
      await clickHouse.insert('schema_migrations', ['name', 'installation'], [[name, installation]])
    }
  })

const refused = (message: string) => fail('warehouse.query_failed', { cause: new Error(message) })
