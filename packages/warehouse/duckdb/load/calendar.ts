import type { DuckDBConnection } from '@duckdb/node-api'
import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import { isSameTimeZone } from '#domain/locale.ts'
import type { AccountCalendar, RebuildOptions } from '../../engine.ts'
import { sourceTimestamps } from '../../schema/stored-columns.ts'
import { quoted } from '../ddl.ts'
import { countRows, rowsChanged } from './apply.ts'
import { refreshHistory } from './order-history.ts'
import { followPeople, joinPeople, storeSeparation } from './people.ts'
import { rebuildRollups } from './rollups.ts'
import { moveSourceOrders } from './source-orders.ts'
import { timestampSides } from './timestamps.ts'
import { deriveEveryVisit } from './visits.ts'

const moveTimestamp = (table: CanonicalTable, name: string, timeZone: string): string => {
  const sides = timestampSides(name, 't', timeZone)
  const utc = quoted(`${name}_utc`)
  const local = quoted(`${name}_local`)
  return `UPDATE main.${quoted(table)} t SET ${utc} = ${sides.utc}, ${local} = ${sides.local}
    WHERE ${utc} IS DISTINCT FROM ${sides.utc} OR ${local} IS DISTINCT FROM ${sides.local}`
}

const MOVE_LINES = `UPDATE main.order_lines l SET ordered_utc = o.ordered_utc, ordered_local = o.ordered_local
  FROM main.orders o WHERE o.service_id = l.service_id AND o.source_id = l.order_source_id
    AND (l.ordered_utc IS DISTINCT FROM o.ordered_utc OR l.ordered_local IS DISTINCT FROM o.ordered_local)`

/** The zone of the stored rows; null before the first load. */
export const storedZone = async (connection: DuckDBConnection): Promise<string | null> => {
  const row = (await connection.runAndReadAll('SELECT time_zone FROM calendar')).getRows()[0]
  return row ? String(row[0]) : null
}

/** A part of a calendar change: the table whose rows it reads, and how many of them it changes. */
interface Step {
  readonly of: CanonicalTable
  readonly move: () => Promise<number>
}

const stepsTo = (connection: DuckDBConnection, timeZone: string): Step[] => {
  const timestamps = CANONICAL_TABLE_NAMES.flatMap((table) =>
    sourceTimestamps(table).map((name) => ({ of: table, sql: moveTimestamp(table, name, timeZone) })),
  )
  return [
    ...[...timestamps, { of: 'order_lines' as const, sql: MOVE_LINES }].map(({ of, sql }) => ({
      of,
      move: () => rowsChanged({ connection }, sql),
    })),
    { of: 'orders', move: () => refreshHistory(connection, {}) },
    {
      of: 'order_lines',
      move: async () => {
        await moveSourceOrders(connection, timeZone)
        await rebuildRollups(connection)
        return 0
      },
    },
    { of: 'reservations', move: () => deriveEveryVisit(connection) },
  ]
}

const moveEverything = async (
  connection: DuckDBConnection,
  timeZone: string,
  onProgress: NonNullable<RebuildOptions['onProgress']>,
): Promise<number> => {
  const steps: (Step & { rows: number })[] = []
  for (const step of stepsTo(connection, timeZone))
    steps.push({ ...step, rows: await countRows({ connection }, `main.${step.of}`) })
  const total = steps.reduce((sum, { rows }) => sum + rows, 0)
  let done = 0
  let moved = 0
  for (const { rows, move } of steps) {
    await onProgress(done, total)
    moved += await move()
    done += rows
  }
  await onProgress(done, total)
  return moved
}

/**
 * Converts all stored rows to the calendar, within the caller's transaction. Returns the number of changed rows: 0 when they
 * already have this calendar.
 */
export const adoptCalendar = async (
  connection: DuckDBConnection,
  { timeZone, separateCustomers }: AccountCalendar,
  onProgress: RebuildOptions['onProgress'] = async () => undefined,
): Promise<number> => {
  const before = await followCalendar(connection, { timeZone })
  const isNews = await storeSeparation(connection, separateCustomers)
  const joined = isNews ? (await joinPeople(connection)) + (await followPeople(connection)) : 0
  if (isSameTimeZone(before, timeZone)) return joined
  await connection.run('UPDATE calendar SET time_zone = $1', [timeZone])
  return joined + (await moveEverything(connection, timeZone, onProgress))
}

/**
 * The zone to store rows in, within the caller's transaction: that of the stored rows, else that of the calendar. So a load
 * that began before a change of zone cannot revert it.
 */
export const followCalendar = async (connection: DuckDBConnection, { timeZone }: AccountCalendar): Promise<string> => {
  const stored = await storedZone(connection)
  if (stored !== null) return stored
  await connection.run('INSERT INTO calendar (time_zone) VALUES ($1)', [timeZone])
  return timeZone
}
