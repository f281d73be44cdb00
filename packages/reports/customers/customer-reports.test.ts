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

const COUNTED_ORDERS = `(SELECT *, row_number() OVER (PARTITION BY o.customer_source_id ORDER BY o.ordered_utc, o.source_id) AS place
  FROM orders o WHERE ${COUNTED} AND o.customer_source_id IS NOT NULL)`
const MILESTONE = `(f.ordered_local::DATE + to_months(k.months))`
const CAME_BACK = `(s.ordered_local < ${MILESTONE})`
const SALES_UNTIL = `(SELECT sum(a.net_sales) FROM orders a
  WHERE a.customer_source_id = f.customer_source_id AND a.payment_status = 'paid'
    AND a.ordered_local >= f.ordered_local::DATE AND a.ordered_local < ${MILESTONE})`

const RECENT = `(SELECT o.customer_source_id AS id, max(o.ordered_local::DATE) FILTER (${COUNTED}) AS recency,
    count(*) FILTER (${COUNTED}) AS frequency, coalesce(sum(o.net_sales) FILTER (o.payment_status = 'paid'), 0) AS monetary
  FROM orders o WHERE o.customer_source_id IS NOT NULL AND o.ordered_local::DATE > DATE '2024-03-10' AND o.ordered_local::DATE <= DATE '2026-03-10'
  GROUP BY 1 HAVING frequency > 0)`
const scoreOf = (name: string) =>
  `(1 + (SELECT count(*) FROM recent other WHERE other.${name} < own.${name}) * 5 // (SELECT count(*) FROM recent)) AS ${name[0]}`

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
    'customers/cohorts',
    `SELECT year(f.ordered_local) || '-Q' || quarter(f.ordered_local), k.months,
       avg(CASE WHEN ${CAME_BACK} THEN 1 ELSE 0 END), count(CASE WHEN ${CAME_BACK} THEN 1 END), sum(${SALES_UNTIL}) / count(*), count(*)
     FROM ${COUNTED_ORDERS} f LEFT JOIN ${COUNTED_ORDERS} s ON s.customer_source_id = f.customer_source_id AND s.place = 2,
       (VALUES (3), (6), (12), (24), (36)) AS k(months)
     WHERE f.place = 1 AND ${WITHIN('f.ordered_local', '2023-01-01', '2027-01-01')} AND ${MILESTONE} <= DATE '2026-03-10'
     GROUP BY 1, 2 ORDER BY 1 DESC, 2`,
  ],
  [
    'customers/segments',
    `WITH recent AS ${RECENT}, scored AS (SELECT own.id, ${scoreOf('recency')}, ${scoreOf('frequency')}, ${scoreOf('monetary')} FROM recent own),
     segments AS (SELECT id, CASE
       WHEN r >= 4 AND f >= 3 AND m = 5 THEN 'best' WHEN r >= 3 AND f <= 2 AND m >= 4 THEN 'potential_best'
       WHEN r = 3 AND f >= 3 AND m = 5 THEN 'best_at_risk' WHEN r >= 4 AND f >= 4 AND m IN (3, 4) THEN 'loyal'
       WHEN r >= 4 AND f IN (2, 3) AND m IN (3, 4) THEN 'potential_loyal' WHEN r = 3 AND f >= 2 AND m IN (3, 4) THEN 'loyal_at_risk'
       WHEN r >= 4 AND f >= 3 AND m <= 2 THEN 'regular' WHEN r >= 4 THEN 'newer' WHEN r >= 2 THEN 'dormant' ELSE 'lost' END AS segment FROM scored)
     SELECT g.segment, count(DISTINCT c.source_id), ${NET} AS net, ${ORDERS}, ${AVERAGE},
       (SELECT avg(${LIFETIME.replaceAll('c.', 'd.')}) FROM customers d JOIN segments h ON h.id = d.source_id WHERE h.segment = g.segment)
     FROM customers c JOIN segments g ON g.id = c.source_id
       LEFT JOIN orders o ON o.customer_source_id = c.source_id AND ${lastYear}
     GROUP BY 1 ORDER BY net DESC, 1`,
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
