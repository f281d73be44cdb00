/**
 * Reference SQL for every number of the built-in reports over the canonical tables, without derived columns, to verify
 * totals and the rest of a top N. `$today`, `$from` and `$until` are local days, `$until` is exclusive; without a range they
 * are the minimum and maximum dates.
 */
interface Reference {
  /** a relation `r` with the rows that the measures aggregate */
  readonly rows: string
  /** local day or timestamp that the report's range filters; absent: no range */
  readonly date?: string
  /** SQL of a measure by columnId, money in major units */
  readonly measures: Readonly<Record<string, string>>
}

/** The report's own filters, and the value that identifies its rows. */
interface ReferenceReport {
  readonly reference: keyof typeof REFERENCES
  readonly where?: string
  /** SQL of the first value of each report row */
  readonly key?: string
}

const NET = `SUM(l.amount) FILTER (l.item_kind <> 'gift_card')`
const ITEMS = `(SELECT service_id, order_source_id, ${NET} AS net, SUM(l.quantity) AS items FROM order_lines l GROUP BY ALL)`

const soldIn = (currency: string) => `(
  SELECT *, payment_status = 'paid' AS paid, payment_status = 'paid' AND NOT is_refund AND net > 0 AS counted FROM (
    SELECT o.* EXCLUDE (net_sales, item_count, is_counted), COALESCE(i.items, 0) AS items,
      CASE WHEN o.payment_status = 'paid' THEN COALESCE(i.net, 0) ELSE 0 END AS net
    FROM orders o LEFT JOIN ${ITEMS} i ON i.service_id = o.service_id AND i.order_source_id = o.source_id
    WHERE o.currency = '${currency}'
  ))`
const SOLD = soldIn('USD')

const LINES = `(
  SELECT l.* EXCLUDE (net_sales, is_paid, is_counted, ordered_local, ordered_utc), s.paid, s.counted, s.ordered_local,
    CASE WHEN s.paid AND l.item_kind <> 'gift_card' THEN l.amount ELSE 0 END AS net
  FROM order_lines l JOIN ${SOLD} s ON s.service_id = l.service_id AND s.source_id = l.order_source_id)`

const COUNTED = 'COUNT(*) FILTER (counted)'
const NET_OF = 'COALESCE(SUM(net), 0) / 100.0'
const AVERAGE = `SUM(net) FILTER (counted) / 100.0 / NULLIF(${COUNTED}, 0)`
const paidMoney = (name: string) => `COALESCE(SUM(${name}) FILTER (paid), 0) / 100.0`
const units = (name: string) => `COALESCE(SUM(${name}), 0)`
const ORDERS_OF_LINES = `COUNT(DISTINCT service_id || '/' || order_source_id) FILTER (counted)`

const WORTH = `(
  SELECT c.*, (SELECT SUM(s.net) FROM ${SOLD} s WHERE s.paid AND s.service_id = c.service_id AND s.customer_source_id = c.source_id) + COALESCE(c.lifetime_value_seed, 0) AS worth
  FROM customers c)`

/** A number over the sales in the range of the records in `r`, independent of joins. */
const ofSales = (measure: string, sales: string, on: string) =>
  `(SELECT ${measure} FROM ${sales} s JOIN kept k ON ${on} WHERE s.ordered_local >= DATE '$from' AND s.ordered_local < DATE '$until')`
const ofProduct = (measure: string) =>
  ofSales(measure, LINES, 'k.service_id = s.service_id AND k.source_id = s.product_source_id')
const ofCustomer = (measure: string) =>
  ofSales(measure, SOLD, 'k.service_id = s.service_id AND k.source_id = s.customer_source_id')

const WEEKLY = `(SELECT service_id, sku, SUM(quantity) / 12.86 AS a_week FROM order_lines l WHERE EXISTS (
    SELECT 1 FROM orders o WHERE o.service_id = l.service_id AND o.source_id = l.order_source_id AND o.payment_status = 'paid'
      AND CAST(o.ordered_local AS DATE) > DATE '$today' - 90 AND CAST(o.ordered_local AS DATE) <= DATE '$today')
  GROUP BY ALL HAVING SUM(quantity) > 0)`
const EVERYWHERE = '(SELECT service_id, sku, SUM(available) AS units FROM inventory GROUP BY ALL)'
const STOCK = '(SELECT SUM(everywhere) FROM (SELECT DISTINCT service_id, sku, everywhere FROM kept))'
const PACE = `(SELECT SUM(a_week) FROM (SELECT DISTINCT service_id, sku, a_week FROM kept))`

const SALES_OF_PACE = `(
  SELECT l.service_id, l.sku, o.channel, l.quantity FROM order_lines l JOIN orders o ON o.service_id = l.service_id AND o.source_id = l.order_source_id
  WHERE o.payment_status = 'paid' AND l.sku IS NOT NULL
    AND CAST(o.ordered_local AS DATE) > DATE '$today' - 90 AND CAST(o.ordered_local AS DATE) <= DATE '$today')`
const USUAL = `(
  SELECT service_id, sku, MEDIAN(quantity) AS units FROM ${SALES_OF_PACE} WHERE channel <> 'club' AND quantity > 0 GROUP BY ALL HAVING COUNT(*) >= 10)`
const steady = (channel: string) => `COALESCE(SUM(quantity) FILTER (NOT one_off AND ${channel}), 0) / 12.86`
const PACES = `(
  SELECT service_id, sku, ${steady('TRUE')} AS pace, ${steady(`channel = 'pos'`)} AS pos, ${steady(`channel = 'web'`)} AS web,
    ${steady(`channel = 'club'`)} AS club, ${steady(`channel = 'wholesale'`)} AS wholesale,
    ${steady(`channel NOT IN ('pos', 'web', 'club', 'wholesale')`)} AS other, COALESCE(SUM(quantity) FILTER (one_off), 0) AS one_off
  FROM (SELECT s.*, s.channel <> 'club' AND COALESCE(ABS(s.quantity) > 20 * u.units, FALSE) AS one_off
    FROM ${SALES_OF_PACE} s LEFT JOIN ${USUAL} u ON u.service_id = s.service_id AND u.sku = s.sku) GROUP BY ALL)`
/** A number that all records of a product have. */
const ofSku = (name: string) =>
  `(SELECT SUM(${name}) FROM (SELECT DISTINCT service_id, sku, COALESCE(${name}, 0) AS ${name} FROM kept))`
const STEADY = `(SELECT SUM(pace) FROM (SELECT DISTINCT service_id, sku, pace FROM kept WHERE pace > 0))`

const MEMBER_ON = (day: string) =>
  `CAST(signup_local AS DATE) <= ${day} AND CASE WHEN cancelled_local IS NULL THEN status <> 'cancelled' ELSE CAST(cancelled_local AS DATE) > ${day} END`

const MEMBERS = `(
  SELECT m.*, ${MEMBER_ON("DATE '$today'")} AS active,
    ${MEMBER_ON("DATE '$today'")} AND (EXISTS (SELECT 1 FROM membership_holds h WHERE h.service_id = m.service_id AND h.membership_source_id = m.source_id AND h.start <= DATE '$today' AND (h."end" IS NULL OR h."end" > DATE '$today'))
      OR (m.status = 'on_hold' AND NOT EXISTS (SELECT 1 FROM membership_holds h WHERE h.service_id = m.service_id AND h.membership_source_id = m.source_id))) AS held,
    CASE WHEN status <> 'cancelled' OR cancelled_local IS NOT NULL THEN COALESCE(CAST(cancelled_local AS DATE), DATE '$today') - CAST(signup_local AS DATE) END AS tenure,
    COALESCE(CAST(signup_local AS DATE) >= (SELECT MIN(CAST(ordered_local AS DATE)) FROM orders o WHERE o.service_id = m.service_id), TRUE) AS on_record
  FROM memberships m)`
/** The end of the 95% interval of a share `s` whose logarithm has the variance `v`. */
const intervalEnd = (errors: number) =>
  `CASE WHEN s <= 0 OR s >= 1 THEN s ELSE s ^ EXP(${errors} * SQRT(v) / -LN(s)) END`
/** The first day of the Kaplan–Meier curve with at most half of the members. */
const halfLeft = (share: string) => `(
  SELECT MIN(tenure) FROM (
    SELECT tenure, PRODUCT((at_risk - ended) / at_risk) OVER w AS s,
      COALESCE(SUM(CASE WHEN at_risk > ended THEN ended / (at_risk * (at_risk - ended)) END) OVER w, 0) AS v
    FROM (SELECT tenure, COUNT(*) FILTER (cancelled_local IS NOT NULL) AS ended, SUM(COUNT(*)) OVER (ORDER BY tenure DESC) AS at_risk
      FROM kept WHERE tenure IS NOT NULL AND on_record GROUP BY tenure) WINDOW w AS (ORDER BY tenure)) WHERE ${share} <= 0.5)`
const AT_START = `(SELECT COUNT(*) FROM memberships WHERE ${MEMBER_ON("(DATE '$from' - 1)")})`

const RELEASED = `(
  SELECT r.*, (SELECT COUNT(*) FROM release_members m WHERE m.service_id = r.service_id AND m.release_source_id = r.source_id) AS eligible,
    (SELECT COUNT(*) FROM memberships m WHERE m.service_id = r.service_id AND m.club_source_id = r.club_source_id
      AND ABS(CAST(m.cancelled_local AS DATE) - CAST(r.released_local AS DATE)) <= 30) AS cancelled
  FROM club_releases r)`
const listed = (status: string) =>
  `(SELECT COUNT(*) FROM release_members m JOIN kept k ON k.service_id = m.service_id AND k.source_id = m.release_source_id WHERE m.status = '${status}')`
const ofRelease = (measure: string) =>
  `(SELECT ${measure} FROM ${SOLD} s JOIN kept k ON k.service_id = s.service_id AND k.source_id = s.release_source_id)`

const HOLDS = `(
  SELECT h.*, m.club_name, h.start <= DATE '$today' AND (h."end" IS NULL OR h."end" > DATE '$today')
      AND (m.source_id IS NULL OR CASE WHEN m.cancelled_local IS NULL THEN m.status <> 'cancelled' ELSE CAST(m.cancelled_local AS DATE) > DATE '$today' END) AS holds,
    CASE WHEN h."end" IS NOT NULL THEN h."end" - h.start ELSE GREATEST(DATE '$today' - h.start, 0) END AS days
  FROM membership_holds h LEFT JOIN memberships m ON m.service_id = h.service_id AND m.source_id = h.membership_source_id)`

const MILESTONES = '(VALUES (3), (6), (12), (24), (36))'
/** Every start with the months that have passed since, and the net sales to its customer until then. */
const COHORTS = (starts: string) => `(
  SELECT s.*, e.until, (SELECT COALESCE(SUM(o.net), 0) FROM ${SOLD} o
      WHERE o.service_id = s.service_id AND o.customer_source_id = s.customer_source_id AND o.paid
        AND CAST(o.ordered_local AS DATE) >= s.began AND CAST(o.ordered_local AS DATE) < e.until) AS net
  FROM ${starts} s JOIN ${MILESTONES} AS k(months) ON s.began + to_months(k.months) <= DATE '$today',
    LATERAL (SELECT CAST(s.began + to_months(k.months) AS DATE) AS until) e)`
const MEMBER_STARTS = `(SELECT *, CAST(signup_local AS DATE) AS began FROM memberships WHERE status <> 'cancelled' OR cancelled_local IS NOT NULL)`
/** In any currency. */
const CUSTOMER_STARTS = `(
  SELECT service_id, customer_source_id, CAST(MIN(ordered_local) AS DATE) AS began, MIN(ordered_local) AS first_local,
    (LIST(CAST(ordered_local AS DATE) ORDER BY ordered_utc, source_id))[2] AS again
  FROM orders WHERE is_counted AND customer_source_id IS NOT NULL GROUP BY ALL)`
const HAS_STAYED = '(cancelled_local IS NULL OR CAST(cancelled_local AS DATE) >= until)'
/** What a visitor's tasting-room orders of the day add up to that no visit names. */
const ofDay = (currency: string) =>
  `COALESCE((SELECT SUM(s.net) FROM ${soldIn(currency)} s WHERE s.channel = 'pos' AND s.service_id = v.service_id AND s.customer_source_id = v.customer_source_id AND CAST(s.ordered_local AS DATE) = v.day
    AND NOT EXISTS (SELECT 1 FROM reservations n WHERE n.status IN ('checked_in', 'closed_out') AND n.service_id = s.service_id AND n.order_source_id = s.source_id)), 0)`

/** Visits with what their guests did. Of several of one person and day, or of one order, the first counts. */
const VISITS = `(
  SELECT v.*,
    EXISTS (SELECT 1 FROM orders o JOIN order_lines l ON l.service_id = o.service_id AND l.order_source_id = o.source_id
      WHERE o.service_id = v.service_id AND NOT o.is_refund AND l.item_kind = 'wine' AND l.quantity > 0
        AND (o.source_id = v.order_source_id OR (o.customer_source_id = v.customer_source_id AND CAST(o.ordered_local AS DATE) = v.day))) AS bought,
    EXISTS (SELECT 1 FROM memberships m WHERE m.service_id = v.service_id AND m.customer_source_id = v.customer_source_id AND CAST(m.signup_local AS DATE) < v.day
      AND CASE WHEN m.cancelled_local IS NULL THEN m.status <> 'cancelled' ELSE CAST(m.cancelled_local AS DATE) > v.day END) AS is_member,
    CASE WHEN v.of_day = 1 THEN (SELECT COUNT(*) FROM memberships m WHERE m.service_id = v.service_id AND m.customer_source_id = v.customer_source_id AND CAST(m.signup_local AS DATE) = v.day) ELSE 0 END AS joined,
    EXISTS (SELECT 1 FROM customers c WHERE c.service_id = v.service_id AND c.source_id = v.customer_source_id AND c.email <> '') AS reached,
    CASE WHEN v.has_order THEN CASE WHEN v.of_order = 1 THEN COALESCE((SELECT s.net FROM ${SOLD} s WHERE s.service_id = v.service_id AND s.source_id = v.order_source_id), 0) ELSE 0 END
      WHEN v.of_orderless = 1 AND ${ofDay('USD')} >= ${ofDay('EUR')} THEN ${ofDay('USD')} ELSE 0 END AS earned
  FROM (SELECT *,
    ROW_NUMBER() OVER (PARTITION BY service_id, customer_source_id, day ORDER BY reserved_local, source_id) AS of_day,
    ROW_NUMBER() OVER (PARTITION BY service_id, order_source_id ORDER BY reserved_local, source_id) AS of_order,
    ROW_NUMBER() OVER (PARTITION BY service_id, customer_source_id, day, has_order ORDER BY reserved_local, source_id) AS of_orderless
    FROM (SELECT r.service_id, r.source_id, r.experience, r.guests, r.customer_source_id, r.order_source_id, r.reserved_local,
        CAST(r.reserved_local AS DATE) AS day, GREATEST(r.guests - COALESCE(r.trade_guests, 0), 0) AS party,
        EXISTS (SELECT 1 FROM orders o WHERE o.service_id = r.service_id AND o.source_id = r.order_source_id) AS has_order
      FROM reservations r WHERE r.status IN ('checked_in', 'closed_out'))) v)`
const BOUGHT = 'COALESCE(SUM(party) FILTER (bought), 0)'

export const REFERENCES = {
  memberCohorts: {
    rows: COHORTS(MEMBER_STARTS),
    date: 'signup_local',
    measures: {
      memberRetention: `AVG(CASE WHEN ${HAS_STAYED} THEN 1.0 ELSE 0 END)`,
      membersRetained: `COUNT(*) FILTER (${HAS_STAYED})`,
      salesPerMember: 'SUM(net) / 100.0 / COUNT(*)',
      cohortSize: 'COUNT(*)',
    },
  },
  customerCohorts: {
    rows: COHORTS(CUSTOMER_STARTS),
    date: 'first_local',
    measures: {
      returnRate: 'AVG(CASE WHEN again < until THEN 1.0 ELSE 0 END)',
      returnedCustomers: 'COUNT(*) FILTER (again < until)',
      salesPerCustomer: 'SUM(net) / 100.0 / COUNT(*)',
      cohortSize: 'COUNT(*)',
    },
  },
  orders: {
    rows: SOLD,
    date: 'ordered_local',
    measures: {
      netSales: NET_OF,
      orderCount: COUNTED,
      averageOrder: AVERAGE,
      averageDay: `${NET_OF} / NULLIF(COUNT(DISTINCT CAST(ordered_local AS DATE)) FILTER (counted), 0)`,
      share: '1.0',
      tip: paidMoney('tip'),
      tipsPerOrder: `SUM(tip) FILTER (paid) / 100.0 / NULLIF(${COUNTED}, 0)`,
      tipRate: 'SUM(tip) FILTER (paid) / NULLIF(SUM(net), 0)',
      customerCount: `COUNT(DISTINCT service_id || '/' || customer_source_id) FILTER (counted)`,
      itemCount: 'COALESCE(SUM(items) FILTER (paid), 0)',
      total: paidMoney('total'),
      daysWaiting: `AVG(DATE '$today' - CAST(ordered_local AS DATE)) FILTER (fulfillment_status IN ('unfulfilled', 'partial'))`,
    },
  },
  lines: {
    rows: LINES,
    date: 'ordered_local',
    measures: {
      netSales: NET_OF,
      unitsSold: 'COALESCE(SUM(quantity) FILTER (paid), 0)',
      orderCount: ORDERS_OF_LINES,
      quantity: 'COALESCE(SUM(quantity) FILTER (paid), 0)',
      lineDiscount: paidMoney('discount'),
    },
  },
  products: {
    rows: 'products',
    measures: {
      netSales: ofProduct('COALESCE(SUM(s.net), 0) / 100.0'),
      unitsSold: ofProduct('COALESCE(SUM(s.quantity) FILTER (s.paid), 0)'),
      orderCount: ofProduct(`COUNT(DISTINCT s.service_id || '/' || s.order_source_id) FILTER (s.counted)`),
    },
  },
  customers: {
    rows: WORTH,
    measures: {
      customerCount: 'COUNT(*)',
      netSales: ofCustomer('COALESCE(SUM(s.net), 0) / 100.0'),
      orderCount: ofCustomer('COUNT(*) FILTER (s.counted)'),
      averageOrder: ofCustomer('SUM(s.net) FILTER (s.counted) / 100.0 / NULLIF(COUNT(*) FILTER (s.counted), 0)'),
      lifetimeValue: 'AVG(worth) / 100.0',
    },
  },
  inventory: {
    rows: `(SELECT i.*, w.a_week, e.units AS everywhere, e.units / w.a_week AS weeks FROM inventory i
      JOIN ${EVERYWHERE} e ON e.service_id = i.service_id AND e.sku = i.sku
      LEFT JOIN ${WEEKLY} w ON w.service_id = i.service_id AND w.sku = i.sku)`,
    measures: {
      onHand: units('on_hand'),
      reserved: units('reserved'),
      allocated: units('allocated'),
      available: units('available'),
      weeklyUnits: PACE,
      weeksOnHand: `${STOCK} / NULLIF(${PACE}, 0)`,
    },
  },
  ledger: {
    rows: `(SELECT i.*, e.units AS everywhere, e.on_hand AS held, p.* EXCLUDE (service_id, sku) FROM inventory i
      JOIN (SELECT service_id, sku, product_title, SUM(available) AS units, SUM(on_hand) AS on_hand FROM inventory GROUP BY ALL) e
        ON e.service_id = i.service_id AND e.sku = i.sku AND e.product_title IS NOT DISTINCT FROM i.product_title
      LEFT JOIN ${PACES} p ON p.service_id = i.service_id AND p.sku = i.sku)`,
    measures: {
      free: ofSku('everywhere'),
      onHand: units('on_hand'),
      reserved: units('reserved'),
      allocated: units('allocated'),
      promised: '0',
      pace: STEADY,
      pacePos: ofSku('pos'),
      paceWeb: ofSku('web'),
      paceClub: ofSku('club'),
      paceWholesale: ofSku('wholesale'),
      paceOther: ofSku('other'),
      oneOffUnits: ofSku('one_off'),
      weeksOnHand: `${ofSku('everywhere')} / NULLIF(${STEADY}, 0)`,
    },
  },
  members: {
    rows: MEMBERS,
    measures: {
      activeMembers: 'COUNT(*) FILTER (active)',
      onHold: 'COUNT(*) FILTER (held)',
      tenureDays: 'MEDIAN(tenure)',
      memberCount: 'COUNT(*)',
      tenureEstimate: halfLeft('s'),
      tenureEstimateLow: halfLeft(intervalEnd(1.959964)),
      tenureEstimateHigh: halfLeft(intervalEnd(-1.959964)),
    },
  },
  cancelled: {
    rows: MEMBERS,
    date: 'cancelled_local',
    measures: {
      cancellations: 'COUNT(*)',
      attritionRate: `COUNT(*) / NULLIF(${AT_START}, 0)`,
      tenureDays: 'MEDIAN(tenure)',
    },
  },
  visits: {
    rows: VISITS,
    date: 'reserved_local',
    measures: {
      guests: units('guests'),
      bottlePurchases: BOUGHT,
      bottleConversion: `${BOUGHT} / NULLIF(SUM(party), 0)`,
      clubSignups: units('joined'),
      signupConversion: 'SUM(joined) / NULLIF(SUM(party) FILTER (NOT is_member), 0)',
      contacts: 'COUNT(*) FILTER (reached)',
      captureRate: 'COUNT(*) FILTER (reached) / NULLIF(COUNT(*), 0)',
      revenuePerGuest: 'SUM(earned) / 100.0 / NULLIF(SUM(guests), 0)',
    },
  },
  holds: { rows: HOLDS, measures: { holdCount: 'COUNT(*)', holdDays: 'AVG(days)' } },
  releases: {
    rows: RELEASED,
    date: 'released_local',
    measures: {
      membersEligible: units('eligible'),
      processed: listed('processed'),
      skipped: listed('skipped'),
      onHold: listed('on_hold'),
      declined: listed('declined'),
      orderCount: ofRelease('COUNT(*) FILTER (s.counted)'),
      bottles: `(SELECT COALESCE(SUM(s.quantity) FILTER (s.paid AND s.item_kind = 'wine'), 0) FROM ${LINES} s JOIN orders o ON o.service_id = s.service_id AND o.source_id = s.order_source_id JOIN kept k ON k.service_id = o.service_id AND k.source_id = o.release_source_id)`,
      gross: ofRelease('COALESCE(SUM(s.subtotal) FILTER (s.paid), 0) / 100.0'),
      discount: ofRelease('COALESCE(SUM(s.discount) FILTER (s.paid), 0) / 100.0'),
      netSales: ofRelease('COALESCE(SUM(s.net), 0) / 100.0'),
      averageOrder: ofRelease('SUM(s.net) FILTER (s.counted) / 100.0 / NULLIF(COUNT(*) FILTER (s.counted), 0)'),
      shipCount: ofRelease(`COUNT(*) FILTER (s.counted AND s.delivery_method = 'ship')`),
      pickupCount: ofRelease(`COUNT(*) FILTER (s.counted AND s.delivery_method = 'pickup')`),
      unfulfilled: ofRelease(
        `COUNT(*) FILTER (s.paid AND NOT s.is_refund AND s.fulfillment_status IN ('unfulfilled', 'partial'))`,
      ),
      cancellations: units('cancelled'),
    },
  },
} as const satisfies Record<string, Reference>

const AWAITING = `paid AND NOT is_refund AND fulfillment_status IN ('unfulfilled', 'partial')`

/** Of customers: a counted order in the last 24 months. */
const HAS_RECENT_ORDER = `EXISTS (SELECT 1 FROM orders a WHERE a.service_id = r.service_id AND a.customer_source_id = r.source_id AND a.is_counted
  AND CAST(a.ordered_local AS DATE) > CAST(DATE '$today' - INTERVAL 24 MONTH AS DATE) AND CAST(a.ordered_local AS DATE) <= DATE '$today')`

export const REFERENCE_REPORTS: Readonly<Record<string, ReferenceReport>> = {
  'sales/sales-trends': { reference: 'orders' },
  'sales/by-day-of-week': { reference: 'orders' },
  'sales/weekday-vs-weekend': { reference: 'orders' },
  'orders/by-brand': { reference: 'lines', key: 'brand' },
  'orders/by-category': { reference: 'lines', key: 'category' },
  'orders/by-team-member': { reference: 'orders', key: 'team_member' },
  'orders/tips-by-team-member': { reference: 'orders', key: 'team_member' },
  'orders/by-sales-channel': { reference: 'orders', key: 'channel' },
  'orders/by-type': { reference: 'orders', key: 'order_type' },
  'orders/awaiting-pickup': {
    reference: 'orders',
    key: 'source_id',
    where: `${AWAITING} AND delivery_method = 'pickup'`,
  },
  'orders/awaiting-shipment': {
    reference: 'orders',
    key: 'source_id',
    where: `${AWAITING} AND delivery_method = 'ship' AND LOWER(COALESCE(compliance_status, '')) NOT IN ('quarantined', 'void') AND (requested_ship IS NULL OR requested_ship <= DATE '$today')`,
  },
  'orders/order-detail': { reference: 'lines' },
  'orders/list': { reference: 'orders', key: 'source_id' },
  'products/top-products': { reference: 'products', key: 'source_id' },
  'products/list': { reference: 'products', key: 'source_id' },
  'products/low-inventory': { reference: 'inventory', where: 'weeks < 8' },
  'products/vintage-ledger': { reference: 'ledger', where: 'held <> 0 OR pace > 0' },
  'customers/top-customers': { reference: 'customers', key: 'source_id' },
  'customers/by-age': { reference: 'customers' },
  'customers/list': { reference: 'customers', key: 'source_id' },
  'customers/top-states': { reference: 'orders', key: 'state' },
  'customers/segments': { reference: 'customers', where: HAS_RECENT_ORDER },
  'customers/cohorts': { reference: 'customerCohorts' },
  'clubs/tenure': { reference: 'members' },
  'clubs/cohorts': { reference: 'memberCohorts' },
  'customers/tasting-funnel': { reference: 'visits', key: 'experience' },
  'clubs/active-clubs': { reference: 'members', key: 'club_name', where: 'active' },
  'clubs/top-clubs': { reference: 'orders', key: 'club_name', where: `COALESCE(club_name, '') <> ''` },
  'clubs/cancellations': { reference: 'cancelled' },
  'clubs/cancellation-list': { reference: 'cancelled', key: 'source_id' },
  'clubs/holds': { reference: 'holds', where: 'holds' },
  'clubs/hold-list': { reference: 'holds' },
  'clubs/releases': { reference: 'releases', key: 'source_id' },
  'clubs/release-summary': { reference: 'releases', key: 'name' },
}
