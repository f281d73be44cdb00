import type { DuckDBConnection } from '@duckdb/node-api'
import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import { SEGMENT_MEMBERS } from '#domain/segments.ts'
import type { LoadOutcome, LoadRequest } from '../../engine.ts'
import { ORDER_TABLES, tablesInScope } from '../../schema/removed-rows.ts'
import { inTransaction } from '../connection.ts'
import { createStagingTable, quoted, textLiteral } from '../ddl.ts'
import { type Apply, countRows, differs, given, insertGiven, isFresh, isGiven, rowsChanged, staging } from './apply.ts'
import { followCalendar } from './calendar.ts'
import { adoptCodeRules, applyCodeRules } from './code-rules.ts'
import { dropDuplicates } from './control-totals.ts'
import { keepCustomValues } from './custom-values.ts'
import { findDeletedRows, removeDeletedRows } from './deletion-reconciliation.ts'
import { DENORMALIZED_TABLES, isDenormalizedTable, updateDenormalized } from './denormalized-columns.ts'
import { committedBatch, enterBatch, settleVersion } from './ledger.ts'
import { refreshHistory } from './order-history.ts'
import { applyOrders, hasNoOrders } from './orders.ts'
import { dropOutdated, storeUpdateTimes } from './outdated-rows.ts'
import { followPeople, isSeparated, joinPeople, storeSeparation } from './people.ts'
import { forgetRollups, refreshRollups } from './rollups.ts'
import { givenRows } from './timestamps.ts'
import { adoptVisitRules } from './visit-rules.ts'
import { deriveVisits } from './visits.ts'

/** Applies staged rows to a table without dependent rows; returns how many rows changed. */
const applyPlainTable = async (apply: Apply, table: CanonicalTable): Promise<number> => {
  const rows = givenRows(table, apply.timeZone)
  await findDeletedRows(apply, table)
  if (await isFresh(apply, table)) return insertGiven(apply, table, rows)
  const removed = await removeDeletedRows(apply, table)
  const news = `temp.main.${quoted(`news_${table}`)}`
  await apply.connection.run(
    `CREATE OR REPLACE TEMPORARY TABLE ${quoted(`news_${table}`)} AS
     SELECT g.* FROM ${rows} g LEFT JOIN ${given(apply, table)} t ON t.source_id = g.source_id
     WHERE t.source_id IS NULL OR ${differs(table, 'g', 't')}`,
  )
  await apply.connection.run(
    `DELETE FROM main.${quoted(table)} WHERE service_id = ${textLiteral(apply.serviceId)} AND ${isGiven(table)}
       AND source_id IN (SELECT source_id FROM ${news})`,
  )
  return removed + (await insertGiven(apply, table, news))
}

const PLAIN_TABLES = CANONICAL_TABLE_NAMES.filter(
  (table) => !ORDER_TABLES.includes(table) && !isDenormalizedTable(table),
)
const INPUTS_OF_VISITS: readonly CanonicalTable[] = ['orders', 'memberships', 'reservations']

const countStaged = async (apply: Apply): Promise<LoadOutcome['counts']> => {
  const counts: Partial<Record<CanonicalTable, number>> = {}
  for (const table of apply.staged) {
    const count = await countRows(apply, staging(table))
    if (count > 0) counts[table] = count
  }
  return counts
}

/** `isNews`: who is one person is to be found out in any case. */
const applyTables = async (apply: Apply, isNews: boolean): Promise<number> => {
  const changed = new Map<CanonicalTable, number>()
  await keepCustomValues(apply)
  await applyCodeRules(apply)
  const applyEach = async (tables: readonly CanonicalTable[]) => {
    for (const table of tables) if (apply.staged.has(table)) changed.set(table, await applyPlainTable(apply, table))
  }
  await applyEach(DENORMALIZED_TABLES)
  const isFirst = await hasNoOrders(apply)
  const orders = apply.staged.has('orders') ? await applyOrders(apply, isFirst) : { rows: 0, mayJoin: false }
  changed.set('orders', orders.rows)
  await applyEach(PLAIN_TABLES)
  // First orders and lines were stored with the columns that they repeat.
  if (!isFirst)
    for (const table of DENORMALIZED_TABLES) if ((changed.get(table) ?? 0) > 0) await updateDenormalized(apply, table)
  const mayJoin = isNews || orders.mayJoin || (changed.get('customers') ?? 0) > 0
  const joined = mayJoin ? await joinPeople(apply.connection) : 0
  const mayDerive = INPUTS_OF_VISITS.some((table) => (changed.get(table) ?? 0) > 0)
  const derived = mayDerive ? await deriveVisits(apply) : 0
  const people = mayDerive || mayJoin ? await followPeople(apply.connection) : 0
  return changed.values().reduce((sum, count) => sum + count, joined + derived + people)
}

interface StagedRows extends Pick<Apply, 'staged' | 'leaving'> {
  /** tables that are known to hold each key once */
  readonly distinct: ReadonlySet<CanonicalTable>
}

/**
 * Applies what was staged on the connection in one transaction: all of it is applied or none, and a batch that was committed
 * before is skipped.
 */
export const commitStaged = (
  connection: DuckDBConnection,
  request: LoadRequest,
  { staged, distinct, leaving }: StagedRows,
): Promise<LoadOutcome> =>
  inTransaction(connection, async () => {
    const { batchId, serviceId, mode, isCurrent = false, calendar, visitRules, codeRules } = request
    const comparesVersions = mode === 'merge' && !isCurrent
    const before = await committedBatch(connection, batchId)
    if (before) return before
    const timeZone = await followCalendar(connection, calendar)
    const isNews =
      (await isSeparated(connection)) === null && (await storeSeparation(connection, calendar.separateCustomers))
    const moved = (await adoptVisitRules(connection, visitRules)) + (await adoptCodeRules(connection, codeRules))
    const scope = tablesInScope({ staged, mode, leaving })
    for (const table of scope) await connection.run(createStagingTable(table))
    const apply: Apply = { connection, serviceId, timeZone, mode, comparesVersions, staged: scope, leaving }
    for (const table of scope) if (!distinct.has(table)) await dropDuplicates(apply, table)
    const given = await countStaged(apply)
    const outdated = await dropOutdated(apply)
    const counts = outdated > 0 ? { ...given, outdated } : given
    const changed = moved + (await applyTables(apply, isNews)) > 0
    await storeUpdateTimes(apply)
    const outcome = { changed, dataVersion: await settleVersion(connection, changed), counts }
    await enterBatch(connection, { batchId, serviceId, outcome })
    return outcome
  })

/** Deletes a service's rows from every table, within the caller's transaction; returns how many there were. */
export const removeServiceRows = async (connection: DuckDBConnection, serviceId: string): Promise<number> => {
  let removed = 0
  const service = textLiteral(serviceId)
  await connection.run(
    `CREATE OR REPLACE TEMPORARY TABLE left_customers AS SELECT DISTINCT customer_id AS part FROM main.orders WHERE service_id = ${service}`,
  )
  for (const table of [...CANONICAL_TABLE_NAMES, SEGMENT_MEMBERS])
    removed += await rowsChanged({ connection }, `DELETE FROM main.${quoted(table)} WHERE service_id = ${service}`)
  await forgetRollups(connection, service)
  await refreshHistory(connection, { among: 'temp.main.left_customers' })
  await refreshRollups(connection, { service, parts: { customer_id: 'temp.main.left_customers' } })
  removed += (await joinPeople(connection)) + (await followPeople(connection))
  await connection.run(`DELETE FROM main.source_orders WHERE service_id = ${service}`)
  return removed
}
