import type { SqlValue } from '../engine.ts'
import type { AccountStore, StoredAccount, TextRow } from '../places/account-store.ts'
import { versionAfterMove } from '../places/account-store.ts'
import { type AccountTotals, readTotals, type TotalsOf } from '../places/account-totals.ts'
import { ACCOUNT_TABLES, type AccountTable, accountColumns, columnNames } from '../schema/account-tables.ts'
import type { HeldLedger } from './account-ledger.ts'
import { recover, type Stores } from './commit.ts'
import type { ClickHouse } from './connect.ts'
import { quote } from './load/load-statements.ts'
import { ACCOUNT_STATE } from './tables.ts'

/** Rows of one SELECT or INSERT: more of them would block the event loop for longer. */
const CHUNK_ROWS = 2_000
const FIRST_VERSION = 1

const scaled = (column: string, factor: number): string => `toInt128(sum(${column}) * ${factor})`

const TOTALS: TotalsOf = {
  text: (column) => `sum(length(${column}))`,
  integer: (column) => `sum(${column})`,
  boolean: (column) => `countIf(${column})`,
  date: (column) => `sum(toInt32(${column}))`,
  quantity: (column) => scaled(column, 1_000),
  money: (column) => `sum(toInt128(${column}))`,
  price: (column) => scaled(column, 10_000),
  timestamp: (column) => `sum(toInt128(toUnixTimestamp64Micro(${column})))`,
}

const asText = (sql: string): string => `toString(${sql})`

const ofAccount = (table: AccountTable): string => `${table} FINAL WHERE account_id = {account:UInt64}`

const storedTotals = (clickHouse: ClickHouse, account: number): Promise<AccountTotals> =>
  readTotals(
    async (table, select) =>
      (await clickHouse.rows(select(`(SELECT * FROM ${ofAccount(table)})`), { account })).map((row) => row.map(String)),
    { quote, totalsOf: TOTALS, asText },
  )

/** In order of the sorting key, a page at a time: a page whose connection broke is read again. */
async function* readRows(
  clickHouse: ClickHouse,
  account: number,
  table: AccountTable,
): AsyncGenerator<readonly TextRow[]> {
  const columns = accountColumns(table)
  const selected = columns.map(({ name, kind }) => (kind === 'boolean' ? quote(name) : asText(quote(name))))
  const names = columns.map(({ name }) => name)
  const [service, source] = [names.indexOf('service_id'), names.indexOf('source_id')]
  let last: readonly [SqlValue, SqlValue] = ['', '']
  for (;;) {
    const rows = await clickHouse.rows(
      `SELECT ${selected.join(', ')} FROM ${ofAccount(table)} AND (service_id, source_id) > ({service:String}, {source:String})
       ORDER BY service_id, source_id LIMIT ${CHUNK_ROWS}`,
      { account, service: last[0], source: last[1] },
    )
    if (rows.length > 0) yield rows
    const end = rows.at(-1)
    if (rows.length < CHUNK_ROWS || !end) return
    last = [end[service] ?? '', end[source] ?? '']
  }
}

const writeRows = async (
  clickHouse: ClickHouse,
  account: number,
  table: AccountTable,
  rows: AsyncIterable<readonly TextRow[]>,
): Promise<void> => {
  const columns = ['account_id', ...columnNames(table), 'version', 'is_deleted']
  let waiting: SqlValue[][] = []
  const flush = async () => {
    await clickHouse.insert(table, columns, waiting)
    waiting = []
  }
  for await (const part of rows) {
    for (const row of part) waiting.push([account, ...row, FIRST_VERSION, 0])
    if (waiting.length >= CHUNK_ROWS) await flush()
  }
  await flush()
}

const dropRows = async (clickHouse: ClickHouse, account: number): Promise<void> => {
  for (const table of [...ACCOUNT_TABLES, ACCOUNT_STATE]) {
    const found = await clickHouse.rows(`SELECT 1 FROM ${table} WHERE account_id = {account:UInt64} LIMIT 1`, {
      account,
    })
    if (found.length === 0) continue
    const sql = `ALTER TABLE ${table} DELETE WHERE account_id = {account:UInt64} SETTINGS mutations_sync = 2`
    await clickHouse.command(sql, { account })
  }
}

/** Deletes an account's rows and what is recorded of them. Returns the load whose rows were being published. */
export const forgetAccount = async (
  clickHouse: ClickHouse,
  account: number,
  held: HeldLedger,
): Promise<string | null> => {
  const { applying } = await held.read()
  await dropRows(clickHouse, account)
  await held.forget()
  return applying?.loadId ?? null
}

/** Reads and writes whole accounts, each while its ledger entry is held. */
export const clickHouseStore = (stores: Stores): Omit<AccountStore, 'dropStored'> => {
  const { clickHouse, ledger } = stores
  return {
    readStored: (accountId, use) =>
      ledger.hold(accountId, async (held) => {
        const { dataVersion, loadedAt, rules } = await recover(stores, accountId, held)
        const stored: StoredAccount = {
          book: { dataVersion, loadedAt, rules, batches: await held.batches() },
          rows: (table) => readRows(clickHouse, accountId, table),
          totals: () => storedTotals(clickHouse, accountId),
        }
        return use(stored)
      }),
    writeStored: (accountId, { book, rows }) =>
      ledger.hold(accountId, async (held) => {
        const { key, dataVersion } = await held.read()
        for (const table of ACCOUNT_TABLES) await writeRows(clickHouse, accountId, table, rows(table))
        await clickHouse.insert(ACCOUNT_STATE, ['account_id', 'key', 'version'], [[accountId, key, FIRST_VERSION]])
        await held.adopt({ ...book, dataVersion: versionAfterMove(book.dataVersion, dataVersion) })
        return storedTotals(clickHouse, accountId)
      }),
  }
}
