import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { type StoredKind, stagingColumns } from './stored-columns.ts'
import { isVisit, type VisitSource } from './visits.ts'

/** Rules by which rows are inferred from order lines: products, by SKU. */
type ProductRules = 'tasting_products' | 'signup_products'

/** What an engine gives to the SQL over rows that are inferred. */
export interface InferenceSource extends VisitSource {
  /** the service's rows that came from its source, as a relation */
  readonly given: (table: CanonicalTable) => string
  /** a relation of SKUs, as `value`, and what the rule says of each, as `extra` */
  readonly rules: (rules: ProductRules) => string
  /** the value as that of a column */
  readonly cast: (sql: string, kind: StoredKind) => string
  /** condition that a text matches a pattern */
  readonly matches: (sql: string, pattern: string) => string
  /** a text in lower case without other characters than letters and digits */
  readonly plain: (sql: string) => string
}

export interface InferredRows {
  readonly table: Extract<CanonicalTable, 'memberships' | 'reservations'>
  readonly rules: ProductRules
  /** SQL of each given column over line `s`, its order `o` and its rule `p`; null where left out */
  readonly columns: Readonly<Record<string, string>>
  /** condition on them */
  readonly where: string
}

const ifTakenBack = (sql: string): string => `CASE WHEN s.kept = 0 THEN ${sql} END`

/** A membership of each paid line of a signup product, canceled when it was refunded, unless the source has memberships. */
export const inferredSignups = ({ given }: InferenceSource): InferredRows => ({
  table: 'memberships',
  rules: 'signup_products',
  where: `(SELECT count(*) FROM ${given('memberships')}) = 0`,
  columns: {
    club_name: 'p.extra',
    customer_source_id: 'o.customer_source_id',
    customer_name: 'o.customer_name',
    status: `CASE WHEN s.kept = 0 THEN 'cancelled' ELSE 'active' END`,
    signup_utc: 'o.ordered_utc',
    signup_local: 'o.ordered_local',
    cancelled_utc: ifTakenBack('s.taken_back_utc'),
    cancelled_local: ifTakenBack('s.taken_back_local'),
    acquisition_channel: 'o.channel',
    team_member: 'o.team_member',
    team_member_source_id: 'o.team_member_source_id',
    delivery_method: 'o.delivery_method',
    time_basis: 'o.time_basis',
  },
})

/** Booking vendors, as lower-case letters and digits: their bookings also arrive as orders, and count as reservations only. */
const BOOKING_VENDORS = '^(exploretock|tock|cellarpass|opentable|resy|sevenrooms)'

/** A greater quantity is an error of the source and must not fail a load. */
const MOST_GUESTS = 100_000

/** A reservation covers the order: one that names it, a booking vendor's, or a visit of the same customer on the same local day. */
const isBooked = (source: InferenceSource): string => {
  const { dialect, given, matches, plain } = source
  const keys = (row: string, time: string) =>
    `(coalesce(${row}.customer_source_id, ''), ${dialect.toDate(`${row}.${time}`)})`
  return `(
    coalesce(${matches(plain('o.external_vendor'), BOOKING_VENDORS)}, FALSE)
    OR o.source_id IN (SELECT coalesce(r.order_source_id, '') FROM ${given('reservations')} AS r WHERE r.order_source_id IS NOT NULL)
    OR (o.customer_source_id IS NOT NULL AND ${keys('o', 'ordered_local')} IN (
      SELECT ${keys('r', 'reserved_local').slice(1, -1)} FROM ${given('reservations')} AS r
      WHERE r.customer_source_id IS NOT NULL AND ${isVisit(source)})))`
}

/** A visit of each line of a tasting product that was paid and not refunded, unless a reservation covers it. */
export const inferredTastings = (source: InferenceSource): InferredRows => {
  const { toNumber } = source.dialect
  const guests = `least(floor(${toNumber('s.kept')} * ${toNumber('p.extra')} + 0.5), ${MOST_GUESTS})`
  return {
    table: 'reservations',
    rules: 'tasting_products',
    where: `${guests} >= 1 AND NOT ${isBooked(source)}`,
    columns: {
      reserved_utc: 'o.ordered_utc',
      reserved_local: 'o.ordered_local',
      experience: 'coalesce(s.product_title, s.sku)',
      status: `'closed_out'`,
      channel: 'o.channel',
      guests,
      customer_source_id: 'o.customer_source_id',
      team_member: 'o.team_member',
      team_member_source_id: 'o.team_member_source_id',
      order_source_id: 'o.source_id',
      time_basis: 'o.time_basis',
    },
  }
}

/**
 * Lines of paid orders with a product of the rules, each with the quantity that was not refunded. `kept` subtracts refunds of the order
 * and its own negative lines of the product, from the order's last lines first; `taken_back_utc` and `_local` are when that was last.
 */
const soldLines = ({ stored, rules }: InferenceSource, products: ProductRules): string => `(
  WITH moved AS (
    SELECT l.source_id AS source_id, l.line_number AS line_number, l.product_title AS product_title, trim(l.sku) AS product,
           l.quantity AS quantity, l.order_source_id AS order_id, o.refund_of_source_id AS refunded, o.is_refund AS is_refund,
           o.ordered_utc AS utc, o.ordered_local AS local
    FROM ${stored('order_lines')} AS l JOIN ${stored('orders')} AS o ON o.source_id = l.order_source_id
    WHERE o.payment_status = 'paid' AND trim(l.sku) IN (SELECT value FROM ${rules(products)} AS p)
  ),
  taken_back AS (
    SELECT CASE WHEN is_refund THEN refunded ELSE order_id END AS of_order, product, sum(abs(quantity)) AS taken,
           max(utc) AS last_utc, max(local) AS last_local
    FROM moved WHERE is_refund OR quantity < 0 GROUP BY of_order, product
  ),
  placed AS (
    SELECT *, sum(quantity) OVER (PARTITION BY order_id, product) AS ordered_in_all,
           sum(quantity) OVER (PARTITION BY order_id, product ORDER BY line_number, source_id
             ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS ordered_so_far
    FROM moved WHERE NOT is_refund AND quantity > 0
  )
  SELECT p.source_id AS source_id, p.product AS sku, p.product_title AS product_title, p.order_id AS order_source_id,
         greatest(0, least(p.quantity, p.ordered_in_all - coalesce(b.taken, 0) - (p.ordered_so_far - p.quantity))) AS kept,
         b.last_utc AS taken_back_utc, b.last_local AS taken_back_local
  FROM placed AS p LEFT JOIN taken_back AS b ON b.of_order = p.order_id AND b.product = p.product)`

// The prefix separates ids of inferred rows from those of sources; if a source uses it anyway, its own row takes precedence.
const KEY = `concat('sku:', s.source_id)`

/** A SELECT of the rows that are inferred from the service's order lines: staging columns, then `order_line_source_id`. */
export const wantedRows = (source: InferenceSource, { table, rules, columns, where }: InferredRows): string => {
  const { dialect, stored, given, cast } = source
  const values = stagingColumns(table).map(({ name, kind }) => {
    const sql = name === 'source_id' ? KEY : cast(columns[name] ?? 'NULL', kind)
    return `${sql} AS ${dialect.quote(`w_${name}`)}`
  })
  const renamed = stagingColumns(table).map(({ name }) => `${dialect.quote(`w_${name}`)} AS ${dialect.quote(name)}`)
  return `SELECT ${renamed.join(', ')}, line AS order_line_source_id FROM (
    SELECT ${values.join(', ')}, s.source_id AS line
    FROM ${soldLines(source, rules)} AS s JOIN ${source.rules(rules)} AS p ON p.value = s.sku
    JOIN ${stored('orders')} AS o ON o.source_id = s.order_source_id
    WHERE ${where} AND ${KEY} NOT IN (SELECT source_id FROM ${given(table)} AS g)) AS wanted`
}
