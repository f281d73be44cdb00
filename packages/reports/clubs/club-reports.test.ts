import {
  COUNTED,
  DAY,
  LAST_30_DAYS,
  LAST_365_DAYS,
  SALES,
  testReportsAgainstSql,
  UTC,
  WITHIN,
} from '../winery.fixture.ts'

const isMemberBefore = (timestamp: string, m = 'm'): string =>
  `(${m}.signup_local < ${timestamp} AND CASE WHEN ${m}.cancelled_local IS NULL THEN ${m}.status <> 'cancelled'
     ELSE ${m}.cancelled_local >= ${timestamp} END)`

const TOMORROW = `TIMESTAMP '2026-03-11 00:00:00'`
const COVERS_TODAY = `(h.start <= DATE '2026-03-10' AND (h."end" IS NULL OR h."end" > DATE '2026-03-10'))`
const TENURE = `date_diff('day', m.signup_local::DATE, coalesce(m.cancelled_local::DATE, DATE '2026-03-10'))`
const HOLD_DAYS = `date_diff('day', h.start, coalesce(h."end", DATE '2026-03-10'))`
const IS_ON_HOLD = `${COVERS_TODAY} AND ${isMemberBefore(TOMORROW)}`

/** The end of a share `s` whose logarithm has the variance `v`, on the log-log scale. */
const END = (errors: number): string =>
  `CASE WHEN s <= 0 OR s >= 1 THEN s ELSE s ^ exp(${errors} * sqrt(v) / -ln(s)) END`
const CURVES = `
  SELECT *, product((n - e) / n) OVER w AS s, coalesce(sum(CASE WHEN n > e THEN e / (n * (n - e)) END) OVER w, 0) AS v
  FROM (SELECT club_name, d, count(*) FILTER (ended) AS e, sum(count(*)) OVER (PARTITION BY club_name ORDER BY d DESC) AS n
        FROM (SELECT m.club_name, ${TENURE} AS d, m.cancelled_local IS NOT NULL AS ended FROM memberships m
              WHERE (m.status <> 'cancelled' OR m.cancelled_local IS NOT NULL)
                AND m.signup_local::DATE >= (SELECT min(o.ordered_local::DATE) FROM orders o WHERE o.service_id = m.service_id)) GROUP BY 1, 2)
  WINDOW w AS (PARTITION BY club_name ORDER BY d)`
const halfOf = (share: string): string =>
  `(SELECT min(d) FROM (${CURVES}) c WHERE c.club_name = m.club_name AND ${share} <= 0.5)`

const MILESTONE = `(m.signup_local::DATE + to_months(k.months))`
const STAYED = `(m.cancelled_local IS NULL OR m.cancelled_local >= ${MILESTONE})`
const SALES_UNTIL = `(SELECT coalesce(sum(o.net_sales), 0) FROM orders o
  WHERE o.customer_source_id = m.customer_source_id AND o.payment_status = 'paid'
    AND o.ordered_local >= m.signup_local::DATE AND o.ordered_local < ${MILESTONE})`

const membersWith = (status: string): string =>
  `(SELECT count(*) FROM release_members x WHERE x.release_source_id = r.source_id AND x.status = '${status}')`

const countOrdersSql = (value: string, condition = 'TRUE'): string =>
  `(SELECT ${value} FROM orders o WHERE o.release_source_id = r.source_id AND ${condition})`

const isOpen = `o.payment_status = 'paid' AND NOT o.is_refund AND o.fulfillment_status IN ('unfulfilled', 'partial')`

/** Releases with their numbers; order numbers are sums, so that releases of the same name can be added. */
const RELEASES = `
  SELECT r.source_id, r.name, r.club_name, r.released_local, r.released_utc,
    (SELECT count(*) FROM release_members x WHERE x.release_source_id = r.source_id) AS eligible,
    ${membersWith('processed')} AS processed, ${membersWith('skipped')} AS skipped, ${membersWith('on_hold')} AS held,
    ${membersWith('declined')} AS declined, ${countOrdersSql('count(*)', COUNTED)} AS orders,
    (SELECT coalesce(sum(l.quantity), 0) FROM order_lines l JOIN orders o ON o.source_id = l.order_source_id
     WHERE o.release_source_id = r.source_id AND o.payment_status = 'paid' AND l.item_kind = 'wine') AS bottles,
    ${countOrdersSql('coalesce(sum(o.subtotal), 0)', `o.payment_status = 'paid'`)} AS gross,
    ${countOrdersSql('coalesce(sum(o.discount), 0)', `o.payment_status = 'paid'`)} AS discounted,
    ${countOrdersSql('coalesce(sum(o.net_sales), 0)')} AS net, ${countOrdersSql('sum(o.net_sales)', COUNTED)} AS counted_net,
    ${countOrdersSql('count(*)', `${COUNTED} AND o.delivery_method = 'ship'`)} AS shipped,
    ${countOrdersSql('count(*)', `${COUNTED} AND o.delivery_method = 'pickup'`)} AS picked_up,
    ${countOrdersSql('count(*)', isOpen)} AS unfulfilled,
    (SELECT count(*) FROM memberships m WHERE m.club_source_id = r.club_source_id
       AND abs(date_diff('day', r.released_local::DATE, m.cancelled_local::DATE)) <= 30) AS cancelled
  FROM club_releases r WHERE ${WITHIN('r.released_local', ...LAST_365_DAYS)}`

testReportsAgainstSql([
  [
    'clubs/active-clubs',
    `SELECT m.club_name, count(*) AS members,
       count(CASE WHEN EXISTS (SELECT 1 FROM membership_holds h
                               WHERE h.membership_source_id = m.source_id AND ${COVERS_TODAY}) THEN 1 END),
       median(${TENURE})
     FROM memberships m WHERE ${isMemberBefore(TOMORROW)} GROUP BY 1 ORDER BY members DESC, 1`,
  ],
  [
    'clubs/top-clubs',
    `SELECT o.club_name, ${SALES}, count(DISTINCT CASE WHEN ${COUNTED} THEN o.customer_source_id END) FROM orders o
     WHERE o.club_name IS NOT NULL AND ${WITHIN('o.ordered_local', ...LAST_365_DAYS)}
     GROUP BY 1 ORDER BY sum(o.net_sales) DESC, 1`,
  ],
  [
    'clubs/cancellations',
    `SELECT strftime(m.cancelled_local, '%Y-%m'), m.cancellation_reason, count(*),
       count(*) / any_value((SELECT count(*) FROM memberships a
                             WHERE ${isMemberBefore(`date_trunc('month', m.cancelled_local)`, 'a')}))
     FROM memberships m WHERE ${WITHIN('m.cancelled_local', ...LAST_365_DAYS)} GROUP BY 1, 2 ORDER BY 1, 2 NULLS LAST`,
  ],
  [
    'clubs/cancellation-list',
    `SELECT m.source_id, m.customer_source_id, m.customer_name, m.club_name, ${UTC('m.signup_utc')},
       ${UTC('m.cancelled_utc')}, m.cancellation_reason, ${TENURE}
     FROM memberships m WHERE ${WITHIN('m.cancelled_local', ...LAST_30_DAYS)} ORDER BY m.cancelled_utc DESC, m.source_id`,
  ],
  [
    'clubs/holds',
    `SELECT m.club_name, h.reason, count(*), avg(${HOLD_DAYS})
     FROM membership_holds h JOIN memberships m ON m.source_id = h.membership_source_id
     WHERE ${IS_ON_HOLD} GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2`,
  ],
  [
    'clubs/hold-list',
    `SELECT m.source_id, m.customer_source_id, m.customer_name, m.club_name, ${DAY('h.start')}, ${DAY('h."end"')},
       h.reason, ${IS_ON_HOLD}, ${HOLD_DAYS}, h.source_id
     FROM membership_holds h JOIN memberships m ON m.source_id = h.membership_source_id
     ORDER BY h.start DESC, h.source_id`,
  ],
  [
    'clubs/releases',
    `SELECT source_id, name, club_name, ${UTC('released_utc')}, eligible, processed, skipped, held, declined, orders,
       bottles, gross, discounted, net, counted_net / nullif(orders, 0), shipped, picked_up, unfulfilled, cancelled
     FROM (${RELEASES}) ORDER BY released_utc DESC, name, source_id`,
  ],
  [
    'clubs/release-summary',
    `SELECT name, ${UTC('max(released_utc)')}, sum(eligible), sum(processed), sum(skipped), sum(held), sum(declined),
       sum(orders), sum(bottles), sum(gross), sum(discounted), sum(net), sum(counted_net) / nullif(sum(orders), 0),
       sum(shipped), sum(picked_up), sum(unfulfilled), sum(cancelled)
     FROM (${RELEASES}) GROUP BY 1 ORDER BY max(released_utc) DESC, 1`,
  ],
  [
    'clubs/cohorts',
    `SELECT year(m.signup_local) || '-Q' || quarter(m.signup_local), k.months,
       avg(CASE WHEN ${STAYED} THEN 1 ELSE 0 END), count(CASE WHEN ${STAYED} THEN 1 END), sum(${SALES_UNTIL}) / count(*), count(*)
     FROM memberships m, (VALUES (3), (6), (12), (24), (36)) AS k(months)
     WHERE ${WITHIN('m.signup_local', '2023-01-01', '2027-01-01')} AND ${MILESTONE} <= DATE '2026-03-10'
       AND (m.status <> 'cancelled' OR m.cancelled_local IS NOT NULL)
     GROUP BY 1, 2 ORDER BY 1 DESC, 2`,
  ],
  [
    'clubs/retention',
    `SELECT k.months, m.club_name, avg(CASE WHEN ${STAYED} THEN 1 ELSE 0 END), count(*)
     FROM memberships m, (SELECT unnest(range(37)) AS months) AS k
     WHERE ${WITHIN('m.signup_local', '2023-01-01', '2027-01-01')} AND ${MILESTONE} <= DATE '2026-03-10'
       AND (m.status <> 'cancelled' OR m.cancelled_local IS NOT NULL)
     GROUP BY 1, 2 ORDER BY 1, 2`,
  ],
  [
    'clubs/tenure',
    `SELECT m.club_name, count(*), count(CASE WHEN ${isMemberBefore(TOMORROW)} THEN 1 END), ${halfOf('s')} AS half,
       ${halfOf(END(1.959964))}, ${halfOf(END(-1.959964))}
     FROM memberships m GROUP BY 1 ORDER BY half DESC NULLS LAST, 1`,
  ],
])
