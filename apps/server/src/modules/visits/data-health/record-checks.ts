import type { SqlParam, Warehouse } from '#warehouse/engine.ts'
import type { Counted, HealthCheck } from './health-check.ts'

/** A gap that no report lists: a statement that returns one row with the gap's count and the total count. */
export interface RecordCheck extends HealthCheck {
  readonly sql: string
  /** `$1` of the statement is the account's currency */
  readonly ofCurrency: boolean
}

export const RECORD_CHECKS: readonly RecordCheck[] = [
  {
    id: 'joined-customers',
    title: 'Customers in more than one service',
    effect: 'They’re joined by email and count once, unless you keep services apart in the account settings',
    sql: `SELECT count(CASE WHEN services > 1 THEN 1 END), count(*) FROM (
            SELECT count(DISTINCT service_id) AS services FROM customers GROUP BY customer_service_id, customer_id) AS people`,
    ofCurrency: false,
    // Not a gap: how many are joined.
    noticeFrom: 2,
    badFrom: 2,
  },
  {
    id: 'duplicate-customers',
    title: 'Duplicate customers',
    effect:
      'Customers with the same email count separately, which splits their lifetime value. Either one service has the email under different last names, or your settings keep services separate',
    sql: `SELECT CAST(coalesce(sum(people - 1), 0) AS DOUBLE), (SELECT count(*) FROM customers) FROM (
            SELECT count(DISTINCT concat(customer_service_id, '/', customer_id)) AS people FROM customers
            WHERE email IS NOT NULL GROUP BY lower(trim(email))) AS emails`,
    ofCurrency: false,
    noticeFrom: 0,
    badFrom: 0.05,
  },
  {
    id: 'orders-in-another-currency',
    title: 'Orders in another currency',
    effect: 'They’re excluded from all amounts; reports show how many were excluded',
    sql: 'SELECT count(*) FILTER (WHERE currency <> $1), count(*) FROM orders',
    ofCurrency: true,
    noticeFrom: 0,
    badFrom: 0.05,
  },
  {
    id: 'lines-of-unknown-products',
    title: 'Order lines with an unknown product',
    effect: 'These sales are missing from product reports',
    sql: `SELECT count(*) - count(p.source_id), count(*)
          FROM order_lines l LEFT JOIN products p ON p.service_id = l.service_id AND p.source_id = l.product_source_id
          WHERE l.item_kind <> 'shipping'`,
    ofCurrency: false,
    noticeFrom: 0,
    badFrom: 0.1,
  },
  {
    id: 'visits-without-customer',
    title: 'Visits without a customer',
    effect:
      'Their guests can’t be matched with club signups or orders of the day. A service that names no customers of visits has no contact capture rate',
    sql: `SELECT count(*) FILTER (WHERE customer_id IS NULL), count(*) FROM reservations WHERE is_visit`,
    ofCurrency: false,
    // Some visitors don't give their name.
    noticeFrom: 0.3,
    badFrom: 0.9,
  },
  {
    id: 'holds-without-membership',
    title: 'Holds of unknown memberships',
    effect: 'They’re listed without customer and club, and aren’t counted as members on hold',
    sql: `SELECT count(*) - count(m.source_id), count(*)
          FROM membership_holds h LEFT JOIN memberships m ON m.service_id = h.service_id AND m.source_id = h.membership_source_id`,
    ofCurrency: false,
    noticeFrom: 0,
    badFrom: 0.1,
  },
]

interface Asked {
  readonly accountId: number
  readonly currency: string
  readonly signal: AbortSignal
}

export const countByRecords = async (
  warehouse: Pick<Warehouse, 'query'>,
  { sql, ofCurrency }: Pick<RecordCheck, 'sql' | 'ofCurrency'>,
  { accountId, currency, signal }: Asked,
): Promise<Counted> => {
  const params: SqlParam[] = ofCurrency ? [currency] : []
  const { rows } = await warehouse.query(accountId, { sql, params }, { signal })
  const [count, of] = rows[0] ?? []
  return { count: Number(count), of: Number(of) }
}

/** All records from services; lines and holds belong to their parent record. */
export const RECORD_COUNT_SQL = `SELECT CAST(sum(records) AS DOUBLE) FROM (
  SELECT count(*) AS records FROM orders UNION ALL SELECT count(*) FROM customers UNION ALL SELECT count(*) FROM products
  UNION ALL SELECT count(*) FROM inventory UNION ALL
  SELECT count(*) FROM memberships WHERE order_line_source_id IS NULL UNION ALL
  SELECT count(*) FROM reservations WHERE order_line_source_id IS NULL)`
