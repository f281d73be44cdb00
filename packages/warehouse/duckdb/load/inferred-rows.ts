import { stagingNames } from '#warehouse/schema/stored-columns.ts'
import {
  type InferenceSource,
  type InferredRows,
  inferredSignups,
  inferredTastings,
  wantedRows,
} from '../../schema/inferred-rows.ts'
import { columnList, sqlType, textLiteral } from '../ddl.ts'
import { differs, given, isAny, isGiven, rowsChanged, type ServiceRows } from './apply.ts'
import { visitSource } from './reservations.ts'

const SAID = { tasting_products: 'guests_per_unit', signup_products: 'club_name' } as const

const inferenceSource = (rows: ServiceRows): InferenceSource => ({
  ...visitSource(rows),
  given: (table) => given(rows, table),
  rules: (rules) => `(SELECT sku AS value, ${SAID[rules]} AS extra FROM main.${rules})`,
  cast: (sql, kind) => `CAST(${sql} AS ${sqlType(kind)})`,
  matches: (sql, pattern) => `regexp_matches(${sql}, '${pattern}')`,
  plain: (sql) => `regexp_replace(lower(${sql}), '[^a-z0-9]', '', 'g')`,
})

/** Updates a service's rows that are inferred from order lines; returns how many changed. */
const insertInferredRows = async (
  rows: ServiceRows,
  infer: (source: InferenceSource) => InferredRows,
): Promise<number> => {
  const source = inferenceSource(rows)
  const inferred = infer(source)
  const { table, rules } = inferred
  const isMade = `t.service_id = ${textLiteral(rows.serviceId)} AND NOT (${isGiven(table, 't')})`
  const hasRules = await isAny(rows, `SELECT 1 FROM main.${rules}`)
  if (!hasRules && !(await isAny(rows, `SELECT 1 FROM main.${table} t WHERE ${isMade}`))) return 0
  const wanted = `temp.main.wanted_${table}`
  await rows.connection.run(`CREATE OR REPLACE TEMPORARY TABLE wanted_${table} AS ${wantedRows(source, inferred)}`)
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

export const inferSignups = (rows: ServiceRows): Promise<number> => insertInferredRows(rows, inferredSignups)

export const inferTastings = (rows: ServiceRows): Promise<number> => insertInferredRows(rows, inferredTastings)
