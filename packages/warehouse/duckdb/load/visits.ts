import type { DuckDBConnection } from '@duckdb/node-api'
import { isAny, type ServiceRows, stored } from './apply.ts'
import { inferSignups, inferTastings } from './inferred-rows.ts'
import { followPeople } from './people.ts'
import { deriveReservations } from './reservations.ts'

/**
 * Recomputes everything about a service's visits that derives from its orders: inferred memberships and visits, then derived
 * columns of reservations. Returns how many rows that changed.
 */
export const deriveVisits = async (rows: ServiceRows): Promise<number> => {
  const made = (await inferSignups(rows)) + (await inferTastings(rows))
  const hasReservations = await isAny(rows, `SELECT 1 FROM ${stored(rows, 'reservations')}`)
  return hasReservations ? made + (await deriveReservations(rows)) : made
}

const serviceIds = async (connection: DuckDBConnection): Promise<string[]> => {
  const rows = await connection.runAndReadAll(
    `SELECT service_id FROM main.orders UNION SELECT service_id FROM main.reservations
     UNION SELECT service_id FROM main.memberships`,
  )
  return rows.getRows().map(([id]) => String(id))
}

/** The same for all services. */
export const deriveEveryVisit = async (connection: DuckDBConnection): Promise<number> => {
  let changed = 0
  for (const serviceId of await serviceIds(connection)) changed += await deriveVisits({ connection, serviceId })
  return changed + (await followPeople(connection))
}
