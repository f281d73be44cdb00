import { columnNames } from '../../schema/account-tables.ts'
import {
  BOOKING_VENDORS,
  inferredSignups,
  inferredTastings,
  MOST_GUESTS,
  type ProductRules,
  type InferredRows as SharedRows,
} from '../../schema/inferred-rows.ts'
import { stagingColumns } from '../../schema/stored-columns.ts'
import { nullableType } from '../clickhouse-ddl.ts'
import { differs, given, isGiven, type LoadStatements, noDerived, quote, stored } from './load-statements.ts'
import { IS_VISIT, ruleValues } from './reservations.ts'

/**
 * Lines of paid orders with a product of the rules, each with the quantity that was not refunded. `kept` subtracts refunds of
 * the order and its own negative lines of the product, from the order's last lines first; `taken_back_utc` and `_local` are
 * when that was last.
 */
const soldLines = (rules: ProductRules): string => {
  const moved = `(
    SELECT l.source_id AS source_id, l.line_number AS line_number, l.product_title AS product_title, trim(l.sku) AS product,
           l.quantity AS quantity, l.order_source_id AS order_id, o.refund_of_source_id AS refunded, o.is_refund AS is_refund,
           o.ordered_utc AS utc, o.ordered_local AS local
    FROM ${stored('order_lines')} AS l JOIN ${stored('orders')} AS o ON o.source_id = l.order_source_id
    WHERE o.payment_status = 'paid' AND trim(l.sku) IN (SELECT value FROM ${ruleValues(rules)}))`
  return `(
    SELECT p.source_id AS source_id, p.product AS sku, p.product_title AS product_title, p.order_id AS order_source_id,
           greatest(0, least(p.quantity, p.ordered_in_all - coalesce(b.taken, 0) - (p.ordered_so_far - p.quantity))) AS kept,
           b.last_utc AS taken_back_utc, b.last_local AS taken_back_local
    FROM (
      SELECT *, sum(quantity) OVER (PARTITION BY order_id, product) AS ordered_in_all,
             sum(quantity) OVER (PARTITION BY order_id, product ORDER BY line_number, source_id
               ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS ordered_so_far
      FROM ${moved} WHERE NOT is_refund AND quantity > 0
    ) AS p LEFT JOIN (
      SELECT if(is_refund, refunded, toNullable(order_id)) AS of_order, product, sum(abs(quantity)) AS taken,
             max(utc) AS last_utc, max(local) AS last_local
      FROM ${moved} WHERE is_refund OR quantity < 0 GROUP BY of_order, product
    ) AS b ON b.of_order = p.order_id AND b.product = p.product)`
}

interface InferredRows extends SharedRows {
  /** condition on line `s` and its order `o` */
  readonly where: string
}

// The prefix separates ids of inferred rows from those of sources; if a source uses it anyway, its own row takes precedence.
const KEY = `concat('sku:', s.source_id)`

const wantedRows = ({ table, rules, columns, where }: InferredRows): string => {
  const values = stagingColumns(table).map(({ name, kind }) => {
    const sql = name === 'source_id' ? KEY : `CAST(${columns[name] ?? 'NULL'} AS ${nullableType(kind)})`
    return `${sql} AS ${quote(`w_${name}`)}`
  })
  const renamed = stagingColumns(table).map(({ name }) => `${quote(`w_${name}`)} AS ${quote(name)}`)
  return `(SELECT ${renamed.join(', ')}, line AS order_line_source_id FROM (
    SELECT ${values.join(', ')}, s.source_id AS line
    FROM ${soldLines(rules)} AS s JOIN ${ruleValues(rules)} AS p ON p.value = s.sku
    JOIN ${stored('orders')} AS o ON o.source_id = s.order_source_id
    WHERE ${where} AND ${KEY} NOT IN (SELECT source_id FROM ${given(table)})))`
}

/** Writes a service's rows that are inferred from order lines, where they differ. */
const inferRows = async (load: LoadStatements, inferred: InferredRows): Promise<void> => {
  const { table, rules } = inferred
  const made = `(SELECT * FROM ${stored(table)} WHERE NOT (${isGiven(table)}))`
  const hasRules = await load.isAny(`SELECT 1 FROM ${ruleValues(rules)}`)
  if (!hasRules && !(await load.isAny(`SELECT 1 FROM ${made}`))) return
  const wanted = wantedRows(inferred)
  const kept = new Set(['service_id', 'source_id', ...stagingColumns(table).map(({ name }) => name)])
  const derived = columnNames(table).filter((name) => !kept.has(name) && name !== 'order_line_source_id')
  await load.write(table, {
    from: `${made} AS t WHERE t.source_id NOT IN (SELECT source_id FROM ${wanted})`,
    alias: 't',
    isDeleted: true,
  })
  await load.write(table, {
    from: `${wanted} AS w LEFT JOIN ${made} AS t ON t.source_id = w.source_id
      WHERE t.source_id IS NULL OR ${differs(table, 'w', 't')}`,
    alias: 'w',
    values: {
      ...noDerived(table),
      ...Object.fromEntries(derived.map((name) => [name, 'NULL'])),
      service_id: '{service:String}',
      order_line_source_id: 'w.order_line_source_id',
    },
  })
}

const SIGNUPS: InferredRows = {
  ...inferredSignups('p.extra'),
  where: `(SELECT count() FROM ${given('memberships')}) = 0`,
}

// `round` would give the even one of two nearest.
const GUESTS = `toInt32(least(floor(toFloat64(s.kept) * toFloat64(p.extra) + 0.5), ${MOST_GUESTS}))`

const GIVEN_VISITS = `SELECT assumeNotNull(r.customer_source_id), toDate32(r.reserved_local) FROM ${given('reservations')} AS r
  WHERE r.customer_source_id IS NOT NULL AND ${IS_VISIT}`

const IS_BOOKED = `(
  coalesce(match(replaceRegexpAll(lower(o.external_vendor), '[^a-z0-9]', ''), '${BOOKING_VENDORS}'), false)
  OR o.source_id IN (SELECT assumeNotNull(r.order_source_id) FROM ${given('reservations')} AS r WHERE r.order_source_id IS NOT NULL)
  OR (o.customer_source_id IS NOT NULL AND (coalesce(o.customer_source_id, ''), toDate32(o.ordered_local)) IN (${GIVEN_VISITS})))`

const TASTINGS: InferredRows = {
  ...inferredTastings(GUESTS),
  where: `${GUESTS} >= 1 AND NOT ${IS_BOOKED}`,
}

/**
 * Infers a membership from each paid line of a signup product, canceled when it was refunded, unless the source has
 * memberships.
 */
export const inferSignups = (load: LoadStatements): Promise<void> => inferRows(load, SIGNUPS)

/**
 * Infers a visit from each line of a tasting product that was paid and not refunded, unless a reservation covers it: one that
 * names the order, a booking vendor's, or a visit of the same customer on the same local day.
 */
export const inferTastings = (load: LoadStatements): Promise<void> => inferRows(load, TASTINGS)
