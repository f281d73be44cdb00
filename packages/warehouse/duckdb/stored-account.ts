import type { DuckDBConnection } from '@duckdb/node-api'
import type { AccountBook, CommittedBatch } from '../clickhouse/account-ledger.ts'
import type { SqlValue } from '../engine.ts'
import { type StoredAccount, type TextRow, versionAfterMove } from '../places/account-store.ts'
import { type AccountTotals, readTotals, type TotalsOf } from '../places/account-totals.ts'
import { ACCOUNT_TABLES, type AccountTable, accountColumns } from '../schema/account-tables.ts'
import { readState } from './account-file.ts'
import { inTransaction } from './connection.ts'
import { quoted } from './ddl.ts'
import { followCalendar, storedZone } from './load/calendar.ts'
import { readCodeRules, storeCodeRules } from './load/code-rules.ts'
import { enterBatchAt, readBatches } from './load/ledger.ts'
import { isSeparated, storeSeparation } from './load/people.ts'
import { rebuildRollups } from './load/rollups.ts'
import { readVisitRules, storeVisitRules } from './load/visit-rules.ts'
import { writeTextRows } from './text-rows.ts'

/** ClickHouse keeps days from 1900 to 2299, and those outside as the nearest of them. */
const FIRST_DAY = `DATE '1900-01-01'`
const LAST_DAY = `DATE '2299-12-31'`

const scaled = (column: string, factor: number): string => `CAST(sum(${column}) * ${factor} AS HUGEINT)`

const TOTALS: TotalsOf = {
  text: (column) => `sum(strlen(${column}))`,
  integer: (column) => `sum(${column})`,
  boolean: (column) => `count(*) FILTER (WHERE ${column})`,
  date: (column) =>
    `sum(least(greatest(${column}, ${FIRST_DAY}), ${LAST_DAY}) - DATE '1970-01-01') FILTER (WHERE ${column} IS NOT NULL)`,
  quantity: (column) => scaled(column, 1_000),
  money: (column) => `sum(${column})`,
  price: (column) => scaled(column, 10_000),
  timestamp: (column) => `sum(epoch_us(${column}))`,
}

const asText = (sql: string): string => `CAST(${sql} AS VARCHAR)`

const storedTotals = (connection: DuckDBConnection): Promise<AccountTotals> =>
  readTotals(
    async (table, select) =>
      (await connection.runAndReadAll(select(`main.${quoted(table)}`))).getRows().map((row) => row.map(String)),
    { quote: quoted, totalsOf: TOTALS, asText },
  )

const asValue = (value: unknown): SqlValue => (typeof value === 'boolean' || value === null ? value : String(value))

async function* readRows(connection: DuckDBConnection, table: AccountTable): AsyncGenerator<readonly TextRow[]> {
  const selected = accountColumns(table).map(({ name, kind }) =>
    kind === 'boolean' || kind === 'text' ? quoted(name) : asText(quoted(name)),
  )
  const result = await connection.stream(`SELECT ${selected.join(', ')} FROM main.${quoted(table)}`)
  for (;;) {
    const chunk = await result.fetchChunk()
    if (!chunk || chunk.rowCount === 0) return
    yield chunk.getRows().map((row) => row.map(asValue))
  }
}

const readBook = async (connection: DuckDBConnection): Promise<AccountBook> => {
  const { dataVersion, loadedAt } = await readState(connection)
  const rules = {
    timeZone: await storedZone(connection),
    visitRules: await readVisitRules(connection),
    codeRules: await readCodeRules(connection),
    separateCustomers: await isSeparated(connection),
  }
  return { dataVersion, loadedAt, rules, batches: await readBatches(connection) }
}

const writeBook = async (
  connection: DuckDBConnection,
  { dataVersion, rules: { timeZone, visitRules, codeRules, separateCustomers }, batches }: AccountBook,
): Promise<void> => {
  if (timeZone !== null) await followCalendar(connection, { timeZone })
  if (separateCustomers !== null) await storeSeparation(connection, separateCustomers)
  if (visitRules) await storeVisitRules(connection, visitRules)
  if (codeRules) await storeCodeRules(connection, codeRules)
  for (const batch of batches) await enterBatchAt(connection, batch)
  const own = await readState(connection)
  const version = versionAfterMove(dataVersion, own.dataVersion)
  await connection.run('UPDATE data_version SET version = $1::BIGINT', [BigInt(version)])
}

/** The last of the batches stands for all when they are too old to be kept: it tells when the rows were loaded. */
const withLast = ({ batches, loadedAt, dataVersion, ...book }: AccountBook): AccountBook => {
  const last: readonly CommittedBatch[] =
    batches.length > 0 || loadedAt === null
      ? batches
      : [
          {
            batchId: `moved-${loadedAt}`,
            serviceId: '',
            appliedAt: loadedAt,
            outcome: { changed: false, dataVersion, counts: {} },
          },
        ]
  return { ...book, dataVersion, loadedAt, batches: last }
}

/** What is stored of an account, read on a connection that nothing else uses. */
export const storedOn = async (connection: DuckDBConnection): Promise<StoredAccount> => ({
  book: await readBook(connection),
  rows: (table) => readRows(connection, table),
  totals: () => storedTotals(connection),
})

/** Stores a copy of an account in its empty file; returns the totals of what was stored. */
export const writeStoredOn = async (
  connection: DuckDBConnection,
  { book, rows }: StoredAccount,
): Promise<AccountTotals> => {
  for (const table of ACCOUNT_TABLES) await writeTextRows(connection, table, rows(table))
  await inTransaction(connection, async () => {
    await rebuildRollups(connection)
    await writeBook(connection, withLast(book))
  })
  return storedTotals(connection)
}
