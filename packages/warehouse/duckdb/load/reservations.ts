import { derivedVisits, VISIT_COLUMNS, type VisitSource } from '../../schema/visits.ts'
import { quoted, textLiteral } from '../ddl.ts'
import { duckDbDialect } from '../duckdb-dialect.ts'
import { rowsChanged, type ServiceRows, stored } from './apply.ts'

const COLUMNS = VISIT_COLUMNS.map(quoted)

export const visitSource = (rows: ServiceRows): VisitSource => ({
  dialect: duckDbDialect,
  stored: (table) => stored(rows, table),
  excluded: 'SELECT name FROM main.excluded_experiences',
})

/** Derives the service's visits again, and writes the reservations in which something differs. */
export const deriveReservations = (rows: ServiceRows): Promise<number> =>
  rowsChanged(
    rows,
    `UPDATE main.reservations r SET ${COLUMNS.map((name) => `${name} = d.${name}`).join(', ')}
     FROM (${derivedVisits(visitSource(rows))}) d
     WHERE r.service_id = ${textLiteral(rows.serviceId)} AND r.source_id = d.source_id
       AND (${COLUMNS.map((name) => `r.${name} IS DISTINCT FROM d.${name}`).join(' OR ')})`,
  )
