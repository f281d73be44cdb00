import {
  COUNTED,
  DAY,
  LAST_90_DAYS,
  LAST_365_DAYS,
  SALES,
  testReportsAgainstSql,
  UTC,
  WITHIN,
} from '../winery.fixture.ts'

const lastYear = WITHIN('o.ordered_local', ...LAST_365_DAYS)

const NET = `coalesce(sum(CASE WHEN o.payment_status = 'paid' THEN o.net_sales END), 0)`
const ORDERS = `count(CASE WHEN ${COUNTED} THEN 1 END)`
const AVERAGE = `avg(CASE WHEN ${COUNTED} THEN o.net_sales END)`

const LIFETIME = `(SELECT sum(a.net_sales) + coalesce(c.lifetime_value_seed, 0) FROM orders a
  WHERE a.payment_status = 'paid' AND a.customer_source_id = c.source_id)`

const AGE = `(2026 - year(c.birth) - CASE WHEN strftime(c.birth, '%m-%d') > '03-10' THEN 1 ELSE 0 END)`
const BRACKET = `CASE WHEN c.birth IS NULL OR ${AGE} < 21 OR ${AGE} > 100 THEN 'Unknown' WHEN ${AGE} >= 70 THEN '70+'
  WHEN ${AGE} < 30 THEN '21-29' ELSE (${AGE} // 10 * 10) || '-' || (${AGE} // 10 * 10 + 9) END`

const IS_MEMBER = `EXISTS (SELECT 1 FROM memberships m WHERE m.customer_source_id = c.source_id
  AND m.signup_local < TIMESTAMP '2026-03-11 00:00:00' AND m.status <> 'cancelled'
  AND (m.cancelled_local IS NULL OR m.cancelled_local >= TIMESTAMP '2026-03-11 00:00:00'))`

const LAST_ORDER = `(SELECT max(a.ordered_local) FROM orders a
  WHERE a.payment_status = 'paid' AND NOT a.is_refund AND a.customer_source_id = c.source_id)`

testReportsAgainstSql([
  [
    'customers/top-customers',
    `SELECT c.source_id, c.name, ${ORDERS}, ${NET} AS net, ${AVERAGE}, ${LIFETIME}
     FROM customers c LEFT JOIN orders o ON o.customer_source_id = c.source_id AND ${lastYear}
     GROUP BY c.source_id, c.name, c.lifetime_value_seed ORDER BY net DESC, 1, 2 LIMIT 100`,
  ],
  [
    'customers/by-age',
    `SELECT ${BRACKET}, count(DISTINCT c.source_id), ${NET}, ${ORDERS}, ${AVERAGE}
     FROM customers c LEFT JOIN orders o ON o.customer_source_id = c.source_id AND ${lastYear} GROUP BY 1 ORDER BY 1`,
  ],
  [
    'customers/list',
    `SELECT c.source_id, c.name, c.email, c.city, c.state, c.country, ${DAY('c.birth')}, ${BRACKET}, ${UTC('c.since_utc')},
       ${DAY(LAST_ORDER)}, ${ORDERS}, ${NET}, ${LIFETIME}, ${AVERAGE}, ${IS_MEMBER}
     FROM customers c LEFT JOIN orders o ON o.customer_source_id = c.source_id
     GROUP BY ALL ORDER BY min(c.name) COLLATE en NULLS LAST, c.source_id`,
  ],
  [
    'customers/top-states',
    `SELECT o.state, ${SALES}, count(DISTINCT CASE WHEN ${COUNTED} THEN o.customer_source_id END) FROM orders o
     WHERE ${lastYear} GROUP BY 1 ORDER BY o.state IS NULL, sum(o.net_sales) DESC, 1`,
  ],
  [
    'customers/tasting-funnel',
    `SELECT r.experience, sum(r.guests), sum(r.bottle_guests),
       sum(r.bottle_guests) / sum(greatest(r.guests - coalesce(r.trade_guests, 0), 0)), sum(r.club_signups),
       sum(r.club_signups) / sum(r.tasters), count(c.email), count(c.email) / count(*), sum(r.revenue) / sum(r.guests)
     FROM reservations r LEFT JOIN customers c ON c.source_id = r.customer_source_id
     WHERE r.status IN ('checked_in', 'closed_out') AND ${WITHIN('r.reserved_local', ...LAST_90_DAYS)}
     GROUP BY 1 ORDER BY sum(r.guests) DESC, 1`,
  ],
])
