import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { stagingColumns } from '../../schema/stored-columns.ts'
import { columnList, quoted, sqlType, textLiteral } from '../ddl.ts'
import { differs, given, isAny, isGiven, rowsChanged, type ServiceRows, stagingNames } from './apply.ts'
import { type ProductRules, soldLines } from './sold-lines.ts'

export interface MadeRows {
  readonly table: Extract<CanonicalTable, 'memberships' | 'reservations'>
  readonly rules: ProductRules
  /** SQL of each given column over line `s`, its order `o` and its rule `p`; null where left out */
  readonly columns: Readonly<Record<string, string>>
  /** condition on line `s` and its order `o` */
  readonly where: (rows: ServiceRows) => string
}

// The prefix keeps ids of made rows apart from those of sources; should a source use it all the same, its own row stands.
const KEY = `'sku:' || s.source_id`

const wantedRows = (rows: ServiceRows, { table, rules, columns, where }: MadeRows): string => {
  const values = stagingColumns(table).map(({ name, kind }) => {
    const sql = name === 'source_id' ? KEY : (columns[name] ?? 'NULL')
    return `CAST(${sql} AS ${sqlType(kind)}) AS ${quoted(name)}`
  })
  return `WITH ${soldLines(rows, rules)}
    SELECT ${values.join(', ')}, s.source_id AS order_line_source_id
    FROM sold s JOIN main.${rules} p ON p.sku = s.sku
    JOIN main.orders o ON o.service_id = ${textLiteral(rows.serviceId)} AND o.source_id = s.order_source_id
    WHERE ${where(rows)} AND NOT EXISTS (SELECT 1 FROM ${given(rows, table)} g WHERE g.source_id = ${KEY})`
}

/** Brings a service's rows that are made of order lines to what its orders and the rules say; returns how many changed. */
export const makeRows = async (rows: ServiceRows, made: MadeRows): Promise<number> => {
  const { table, rules } = made
  const isMade = `t.service_id = ${textLiteral(rows.serviceId)} AND NOT (${isGiven(table, 't')})`
  const hasRules = await isAny(rows, `SELECT 1 FROM main.${rules}`)
  if (!hasRules && !(await isAny(rows, `SELECT 1 FROM main.${table} t WHERE ${isMade}`))) return 0
  const wanted = `temp.main.wanted_${table}`
  await rows.connection.run(`CREATE OR REPLACE TEMPORARY TABLE wanted_${table} AS ${wantedRows(rows, made)}`)
  const removed = await rowsChanged(
    rows,
    `DELETE FROM main.${table} t WHERE ${isMade} AND NOT EXISTS (
       SELECT 1 FROM ${wanted} w WHERE w.source_id = t.source_id AND NOT (${differs(table, 'w', 't')}))`,
  )
  const names = columnList([...stagingNames(table), 'order_line_source_id'])
  const added = await rowsChanged(
    rows,
    `INSERT INTO main.${table} (service_id, ${names}) SELECT ${textLiteral(rows.serviceId)}, ${names} FROM ${wanted} w
     WHERE NOT EXISTS (SELECT 1 FROM main.${table} t WHERE ${isMade} AND t.source_id = w.source_id)`,
  )
  return removed + added
}
