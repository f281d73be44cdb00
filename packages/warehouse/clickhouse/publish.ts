import {
  ACCOUNT_TABLES,
  type AccountTable,
  columnNames,
  isStagedTable,
  SOURCE_ORDERS,
} from '../schema/account-tables.ts'
import type { Publication } from './account-ledger.ts'
import type { ClickHouse } from './connect.ts'
import { list, rowDiffers } from './load/load-statements.ts'
import { ACCOUNT_STATE, LOAD_VALUES, nextTable, stagedTable } from './tables.ts'

const countChanges = (table: AccountTable): string => {
  const isChanged = `if(n.is_deleted = 1, p.source_id IS NOT NULL, p.source_id IS NULL OR ${rowDiffers(table, 'n', 'p')})`
  const isUpdated = isStagedTable(table)
    ? 'n.is_deleted = 0 AND n.source_updated_utc IS DISTINCT FROM p.source_updated_utc'
    : 'false'
  return `
  SELECT '${table}' AS name, countIf(${isChanged}) AS changed, countIf(${isUpdated}) AS updated
  FROM (SELECT * FROM ${nextTable(table)} FINAL WHERE load_id = {load:String}) AS n
  LEFT JOIN (SELECT ${list(columnNames(table))} FROM ${table} FINAL WHERE account_id = {account:UInt64}) AS p
    ON p.service_id = n.service_id AND p.source_id = n.source_id`
}

const isWritten = (table: AccountTable): string =>
  `SELECT DISTINCT '${table}' FROM ${nextTable(table)} WHERE load_id = {load:String}`

interface LoadChanges {
  /** in which a row changes, or its update time alone */
  readonly tables: readonly AccountTable[]
  /** what reports read changes; the totals of sources are kept apart */
  readonly changesData: boolean
}

export const readChanges = async (clickHouse: ClickHouse, account: number, load: string): Promise<LoadChanges> => {
  const written = await clickHouse.rows(ACCOUNT_TABLES.map(isWritten).join(' UNION ALL '), { load })
  const names = ACCOUNT_TABLES.filter((table) => written.some(([name]) => name === table))
  if (names.length === 0) return { tables: [], changesData: false }
  // of all tables, ClickHouse would take longer to plan it than for the rest of a small load
  const counts = await clickHouse.rows(names.map(countChanges).join(' UNION ALL '), { account, load })
  const touched = new Set(counts.filter(([, ...rows]) => rows.some((count) => Number(count) > 0)).map(([name]) => name))
  return {
    tables: names.filter((table) => touched.has(table)),
    changesData: counts.some(([name, changed]) => name !== SOURCE_ORDERS && Number(changed) > 0),
  }
}

/**
 * Copies the rows of a load to the tables that reports read. The same rows with the same version each time, so it may be
 * repeated after a kill at any point.
 */
export const publish = async (
  clickHouse: ClickHouse,
  account: number,
  { loadId, tables, rowVersion }: Publication,
  key: string,
): Promise<void> => {
  const params = { account, load: loadId, rowVersion, key }
  for (const table of ACCOUNT_TABLES) {
    if (!tables.includes(table)) continue
    const names = columnNames(table)
    await clickHouse.command(
      `INSERT INTO ${table} (account_id, ${list(names)}, version, is_deleted)
       SELECT {account:UInt64}, ${list(names)}, {rowVersion:UInt64}, is_deleted FROM ${nextTable(table)} FINAL
       WHERE load_id = {load:String}`,
      params,
    )
  }
  await clickHouse.command(
    `INSERT INTO ${ACCOUNT_STATE} (account_id, key, version) SELECT {account:UInt64}, {key:String}, {rowVersion:UInt64}`,
    params,
  )
}

const LOAD_TABLES = [
  ...ACCOUNT_TABLES.map(nextTable),
  ...ACCOUNT_TABLES.filter(isStagedTable).map(stagedTable),
  LOAD_VALUES,
]

interface Leftover {
  readonly table: string
  readonly loadId: string
}

const PARTITIONS = `SELECT DISTINCT table, partition FROM system.parts
  WHERE active AND database = currentDatabase() AND (startsWith(table, 'next_') OR startsWith(table, 'staged_') OR table = '${LOAD_VALUES}')`

/** Rows of loads that are not dropped, by table and load. */
const findLeftovers = async (clickHouse: ClickHouse, loadId: string | null): Promise<Leftover[]> => {
  const among = loadId === null ? '' : ' AND partition = {load:String}'
  const found = await clickHouse.rows(`${PARTITIONS}${among}`, loadId === null ? {} : { load: loadId })
  return found.map(([table, partition]) => ({ table: String(table), loadId: String(partition) }))
}

const drop = async (clickHouse: ClickHouse, { table, loadId }: Leftover): Promise<void> => {
  if (!LOAD_TABLES.includes(table) || !/^[\w.-]+$/.test(loadId)) return
  await clickHouse.command(`ALTER TABLE ${table} DROP PARTITION '${loadId}'`)
}

/** Deletes what a load has staged and prepared. */
export const dropLoad = async (clickHouse: ClickHouse, loadId: string): Promise<void> => {
  for (const leftover of await findLeftovers(clickHouse, loadId)) await drop(clickHouse, leftover)
}

const TIME_RADIX = 36

/** Names the account and the time, by which `sweepLoads` recognizes what is left of a killed process. */
export const newLoadId = (accountId: number, now: number, unique: string): string =>
  `${accountId}.${now.toString(TIME_RADIX)}.${unique}`

/** Deletes what loads left behind that began before `olderThan`, epoch milliseconds, and are not being published. */
export const sweepLoads = async (
  clickHouse: ClickHouse,
  { olderThan, isApplying }: { olderThan: number; isApplying(accountId: number, loadId: string): Promise<boolean> },
): Promise<void> => {
  for (const leftover of await findLeftovers(clickHouse, null)) {
    const [accountId = '', began = ''] = leftover.loadId.split('.')
    if (Number.parseInt(began, TIME_RADIX) >= olderThan) continue
    if (!(await isApplying(Number(accountId), leftover.loadId))) await drop(clickHouse, leftover)
  }
}
