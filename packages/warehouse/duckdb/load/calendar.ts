import type { DuckDBConnection } from '@duckdb/node-api'
import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import type { AccountCalendar } from '../../engine.ts'
import { givenMoments } from '../../schema/stored-columns.ts'
import { quoted } from '../ddl.ts'
import { rowsChanged } from './apply.ts'
import { momentSides } from './moments.ts'
import { rebuildRollups } from './rollups.ts'
import { deriveEveryVisit } from './visits.ts'

const moveMoment = (table: CanonicalTable, name: string, timeZone: string): string => {
  const sides = momentSides(name, 't', timeZone)
  const utc = quoted(`${name}_utc`)
  const local = quoted(`${name}_local`)
  return `UPDATE main.${quoted(table)} t SET ${utc} = ${sides.utc}, ${local} = ${sides.local}
    WHERE ${utc} IS DISTINCT FROM ${sides.utc} OR ${local} IS DISTINCT FROM ${sides.local}`
}

const MOVE_LINES = `UPDATE main.order_lines l SET ordered_utc = o.ordered_utc, ordered_local = o.ordered_local
  FROM main.orders o WHERE o.service_id = l.service_id AND o.source_id = l.order_source_id
    AND (l.ordered_utc IS DISTINCT FROM o.ordered_utc OR l.ordered_local IS DISTINCT FROM o.ordered_local)`

const storedZone = async (connection: DuckDBConnection): Promise<string | null> => {
  const row = (await connection.runAndReadAll('SELECT time_zone FROM calendar')).getRows()[0]
  return row ? String(row[0]) : null
}

const moveEverything = async (connection: DuckDBConnection, timeZone: string): Promise<number> => {
  let moved = 0
  for (const table of CANONICAL_TABLE_NAMES) {
    for (const name of givenMoments(table))
      moved += await rowsChanged({ connection }, moveMoment(table, name, timeZone))
  }
  moved += await rowsChanged({ connection }, MOVE_LINES)
  await rebuildRollups(connection)
  return moved + (await deriveEveryVisit(connection))
}

/**
 * Brings what is stored to the calendar, within the caller's transaction. Returns how many rows that changed: 0 when the
 * rows are of this calendar already.
 */
export const adoptCalendar = async (connection: DuckDBConnection, { timeZone }: AccountCalendar): Promise<number> => {
  const before = await storedZone(connection)
  if (before === timeZone) return 0
  if (before === null) await connection.run('INSERT INTO calendar VALUES ($1)', [timeZone])
  else await connection.run('UPDATE calendar SET time_zone = $1', [timeZone])
  return before === null ? 0 : moveEverything(connection, timeZone)
}
