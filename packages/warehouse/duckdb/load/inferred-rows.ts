import { stagingNames } from '#warehouse/schema/stored-columns.ts'
import {
  BOOKING_VENDORS,
  inferredSignups,
  inferredTastings,
  MOST_GUESTS,
  type ProductRules,
  type InferredRows as SharedRows,
} from '../../schema/inferred-rows.ts'
import { stagingColumns } from '../../schema/stored-columns.ts'
import { columnList, quoted, sqlType, textLiteral } from '../ddl.ts'
import { differs, given, isAny, isGiven, rowsChanged, type ServiceRows, stored } from './apply.ts'
import { IS_VISIT } from './reservations.ts'

/**
 * Common table expressions that end in `sold`: lines of paid orders with a product of the rules, each with the quantity that
 * was not refunded. `kept` subtracts refunds of the order and its own negative lines of the product, from the order's last
 * lines first; `taken_back_utc` and `_local` are when that was last.
 */
const soldLines = (rows: ServiceRows, rules: ProductRules): string => `
  moved AS (
    SELECT l.source_id, l.line_number, l.product_title, trim(l.sku) AS sku, l.quantity, l.order_source_id,
           o.refund_of_source_id, o.is_refund, o.ordered_utc, o.ordered_local
    FROM ${stored(rows, 'order_lines')} l JOIN ${stored(rows, 'orders')} o ON o.source_id = l.order_source_id
    WHERE o.payment_status = 'paid' AND trim(l.sku) IN (SELECT sku FROM main.${rules})
  ),
  taken_back AS (
    SELECT CASE WHEN is_refund THEN refund_of_source_id ELSE order_source_id END AS order_source_id, sku,
           sum(abs(quantity)) AS quantity, max(ordered_utc) AS utc, max(ordered_local) AS local
    FROM moved WHERE is_refund OR quantity < 0 GROUP BY ALL
  ),
  placed AS (
    SELECT *, sum(quantity) OVER (PARTITION BY order_source_id, sku) AS ordered_in_all,
           sum(quantity) OVER (PARTITION BY order_source_id, sku ORDER BY line_number, source_id) AS ordered_so_far
    FROM moved WHERE NOT is_refund AND quantity > 0
  ),
  sold AS (
    SELECT p.source_id, p.sku, p.product_title, p.order_source_id,
           greatest(0, least(p.quantity, p.ordered_in_all - coalesce(b.quantity, 0) - (p.ordered_so_far - p.quantity)))
             AS kept,
           b.utc AS taken_back_utc, b.local AS taken_back_local
    FROM placed p LEFT JOIN taken_back b ON b.order_source_id = p.order_source_id AND b.sku = p.sku
  )`

export interface InferredRows extends SharedRows {
  /** condition on line `s` and its order `o` */
  readonly where: (rows: ServiceRows) => string
}

// The prefix separates ids of inferred rows from those of sources; if a source uses it anyway, its own row takes precedence.
const KEY = `'sku:' || s.source_id`

const wantedRows = (rows: ServiceRows, { table, rules, columns, where }: InferredRows): string => {
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

/** Updates a service's rows that are inferred from order lines; returns how many changed. */
const insertInferredRows = async (rows: ServiceRows, made: InferredRows): Promise<number> => {
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

const SIGNUPS: InferredRows = {
  ...inferredSignups('p.club_name'),
  where: (rows) => `NOT EXISTS (SELECT 1 FROM ${given(rows, 'memberships')} g)`,
}

/**
 * Infers a membership from each paid line of a signup product, canceled when it was refunded, unless the source has
 * memberships.
 */
export const inferSignups = (rows: ServiceRows): Promise<number> => insertInferredRows(rows, SIGNUPS)

const GUESTS = `least(round(CAST(s.kept AS DOUBLE) * p.guests_per_unit), ${MOST_GUESTS})`

const isBooked = (rows: ServiceRows): string => `(
  coalesce(regexp_matches(regexp_replace(lower(o.external_vendor), '[^a-z0-9]', '', 'g'), '${BOOKING_VENDORS}'), false)
  OR o.source_id IN (SELECT r.order_source_id FROM ${given(rows, 'reservations')} r WHERE r.order_source_id IS NOT NULL)
  OR EXISTS (SELECT 1 FROM ${given(rows, 'reservations')} r WHERE r.customer_source_id = o.customer_source_id
    AND CAST(r.reserved_local AS DATE) = CAST(o.ordered_local AS DATE) AND ${IS_VISIT}))`

const TASTINGS: InferredRows = {
  ...inferredTastings(GUESTS),
  where: (rows) => `${GUESTS} >= 1 AND NOT ${isBooked(rows)}`,
}

/**
 * Infers a visit from each line of a tasting product that was paid and not refunded, unless a reservation covers it: one that
 * names the order, a booking vendor's, or a visit of the same customer on the same local day.
 */
export const inferTastings = (rows: ServiceRows): Promise<number> => insertInferredRows(rows, TASTINGS)
