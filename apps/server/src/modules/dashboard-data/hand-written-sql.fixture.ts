/**
 * Reference SQL for every number of every widget over the canonical tables, without derived columns, to verify the
 * catalog, the compiler and the loader. `$from` and `$until` are local days, `$until` is exclusive.
 */

/** Paid orders in dollars with the sums of their lines. */
const PAID = `
  paid AS (
    SELECT o.service_id, o.source_id, o.channel, o.ordered_local, o.is_refund, o.customer_source_id, o.team_member,
           COALESCE((SELECT SUM(l.amount) FROM order_lines l WHERE l.service_id = o.service_id AND l.order_source_id = o.source_id AND l.item_kind <> 'gift_card'), 0) AS net,
           COALESCE((SELECT SUM(l.quantity) FROM order_lines l WHERE l.service_id = o.service_id AND l.order_source_id = o.source_id), 0) AS units
    FROM orders o WHERE o.payment_status = 'paid' AND o.currency = 'USD'
  ),
  sold AS (SELECT *, NOT is_refund AND net > 0 AS counted FROM paid WHERE ordered_local >= DATE '$from' AND ordered_local < DATE '$until' $clubs)`

const MEMBER_ON = (day: string) => `
  CAST(m.signup_local AS DATE) <= ${day} AND CASE WHEN m.cancelled_local IS NULL THEN m.status <> 'cancelled' ELSE CAST(m.cancelled_local AS DATE) > ${day} END`

const HOLDS_SQL = `
  held AS (
    SELECT m.*, EXISTS (SELECT 1 FROM membership_holds h WHERE h.service_id = m.service_id AND h.membership_source_id = m.source_id AND h.start <= DATE '$today' AND (h."end" IS NULL OR h."end" > DATE '$today'))
      OR (m.status = 'on_hold' AND NOT EXISTS (SELECT 1 FROM membership_holds h WHERE h.service_id = m.service_id AND h.membership_source_id = m.source_id)) AS on_hold
    FROM memberships m WHERE ${MEMBER_ON("DATE '$today'")}
  )`

const VISITS = `
  visit AS (
    SELECT r.*, CAST(r.reserved_local AS DATE) AS day, GREATEST(r.guests - COALESCE(r.trade_guests, 0), 0) AS party,
           ROW_NUMBER() OVER (PARTITION BY r.service_id, r.customer_source_id, CAST(r.reserved_local AS DATE) ORDER BY r.reserved_local, r.source_id) AS nth
    FROM reservations r WHERE r.status IN ('checked_in', 'closed_out')
  ),
  assigned AS (
    SELECT v.*,
      CASE WHEN EXISTS (SELECT 1 FROM memberships m WHERE m.service_id = v.service_id AND m.customer_source_id = v.customer_source_id AND CAST(m.signup_local AS DATE) < v.day AND CASE WHEN m.cancelled_local IS NULL THEN m.status <> 'cancelled' ELSE CAST(m.cancelled_local AS DATE) > v.day END) THEN 0 ELSE v.party END AS tasting,
      CASE WHEN v.nth = 1 THEN (SELECT COUNT(*) FROM memberships m WHERE m.service_id = v.service_id AND m.customer_source_id = v.customer_source_id AND CAST(m.signup_local AS DATE) = v.day) ELSE 0 END AS joined,
      CASE WHEN EXISTS (
        SELECT 1 FROM orders o JOIN order_lines l ON l.service_id = o.service_id AND l.order_source_id = o.source_id
        WHERE o.service_id = v.service_id AND NOT o.is_refund AND l.item_kind = 'wine' AND l.quantity > 0
          AND (o.source_id = v.order_source_id OR (o.customer_source_id = v.customer_source_id AND CAST(o.ordered_local AS DATE) = v.day))
      ) THEN v.party ELSE 0 END AS bought,
      (SELECT SUM(p.net) FROM paid p WHERE p.service_id = v.service_id AND p.source_id = v.order_source_id) AS own_order,
      (SELECT SUM(p.net) FROM paid p WHERE p.service_id = v.service_id AND p.customer_source_id = v.customer_source_id AND p.channel = 'pos' AND CAST(p.ordered_local AS DATE) = v.day
         AND NOT EXISTS (SELECT 1 FROM visit w WHERE w.service_id = p.service_id AND w.order_source_id = p.source_id)) AS days_orders,
      ROW_NUMBER() OVER (PARTITION BY v.service_id, v.order_source_id ORDER BY v.reserved_local, v.source_id) AS nth_of_order,
      ROW_NUMBER() OVER (PARTITION BY v.service_id, v.customer_source_id, v.day, v.order_source_id IS NULL ORDER BY v.reserved_local, v.source_id) AS nth_unlinked
    FROM visit v WHERE v.day >= DATE '$from' AND v.day < DATE '$until'
  ),
  earned AS (
    SELECT *, COALESCE(CASE WHEN order_source_id IS NOT NULL AND nth_of_order = 1 THEN own_order END, CASE WHEN order_source_id IS NULL AND nth_unlinked = 1 THEN days_orders END, 0) AS revenue FROM assigned
  )`

const LIFETIME = `
  worth AS (
    SELECT c.service_id, c.source_id, SUM(p.net) + MAX(COALESCE(c.lifetime_value_seed, 0)) AS value,
      CASE WHEN EXISTS (SELECT 1 FROM memberships m WHERE m.service_id = c.service_id AND m.customer_source_id = c.source_id AND ${MEMBER_ON("DATE '$today'")}) THEN 'member'
           WHEN EXISTS (SELECT 1 FROM memberships m WHERE m.service_id = c.service_id AND m.customer_source_id = c.source_id) THEN 'former_member' ELSE 'never' END AS segment
    FROM customers c LEFT JOIN paid p ON p.service_id = c.service_id AND p.customer_source_id = c.source_id $clubs
    GROUP BY c.service_id, c.source_id
  )`

const AVERAGE = 'SUM(net) FILTER (WHERE counted) / 100.0 / NULLIF(COUNT(*) FILTER (WHERE counted), 0)'
const COUNT = 'COUNT(*) FILTER (WHERE counted)'
const NET = 'COALESCE(SUM(net), 0) / 100.0'

/** A widget's figures, each as a one-row statement, and its rows in any order. */
export interface ReferenceFigures {
  readonly kpis: string
  readonly rows?: string
}

export const salesSummary = (bucket: string): ReferenceFigures => ({
  kpis: `WITH ${PAID} SELECT ${NET}, ${COUNT}, ${AVERAGE} FROM sold`,
  rows: `WITH ${PAID} SELECT ${bucket}, ${NET}, ${COUNT}, ${AVERAGE}, SUM(units) FROM sold GROUP BY 1`,
})

export const sales = (bucket: string): ReferenceFigures => ({
  kpis: `WITH ${PAID} SELECT ${NET} FROM sold`,
  rows: `WITH ${PAID} SELECT ${bucket}, channel, ${NET} FROM sold GROUP BY 1, 2`,
})

export const orderMetrics = (bucket: string): ReferenceFigures => ({
  kpis: `WITH ${PAID} SELECT ${COUNT}, ${AVERAGE}, SUM(units) FILTER (WHERE counted) / NULLIF(${COUNT}, 0), COUNT(*) FILTER (WHERE is_refund) / NULLIF(${COUNT}, 0) FROM sold`,
  rows: `WITH ${PAID} SELECT ${bucket}, channel, ${COUNT} FROM sold GROUP BY 1, 2`,
})

export const AVG_ORDER: ReferenceFigures = {
  kpis: `WITH ${PAID} SELECT ${AVERAGE} FROM sold`,
  rows: `WITH ${PAID} SELECT channel, ${AVERAGE}, ${COUNT} FROM sold GROUP BY 1`,
}

const SIGNED_UP = `FROM memberships WHERE signup_local >= DATE '$from' AND signup_local < DATE '$until'`
const BOOKED = `FROM reservations WHERE reserved_local >= DATE '$from' AND reserved_local < DATE '$until'`
const CONVERSION = 'SUM(joined) / NULLIF(SUM(tasting), 0)'
export const CLUB_SIGNUP: ReferenceFigures = {
  kpis: `WITH ${PAID}, ${VISITS} SELECT (SELECT COUNT(*) ${SIGNED_UP}), SUM(tasting), ${CONVERSION} FROM earned`,
  rows: `WITH ${PAID}, ${VISITS},
    people AS (SELECT team_member ${BOOKED} UNION SELECT team_member ${SIGNED_UP}),
    joiners AS (SELECT team_member, COUNT(*) AS signups ${SIGNED_UP} GROUP BY 1)
    SELECT p.team_member, COALESCE(MAX(j.signups), 0), COALESCE(SUM(joined), 0), COALESCE(SUM(tasting), 0), ${CONVERSION}
    FROM people p LEFT JOIN joiners j ON j.team_member IS NOT DISTINCT FROM p.team_member
    LEFT JOIN earned e ON e.team_member IS NOT DISTINCT FROM p.team_member GROUP BY 1`,
}

const TASTING = `COALESCE(SUM(guests), 0), SUM(bought) / NULLIF(SUM(party), 0), SUM(joined) / NULLIF(SUM(tasting), 0), SUM(revenue) / 100.0 / NULLIF(SUM(guests), 0)`
export const TASTING_EXPERIENCE: ReferenceFigures = {
  kpis: `WITH ${PAID}, ${VISITS} SELECT ${TASTING} FROM earned`,
  rows: `WITH ${PAID}, ${VISITS}, booked AS (SELECT DISTINCT experience AS name FROM reservations WHERE reserved_local >= DATE '$from' AND reserved_local < DATE '$until')
    SELECT b.name, ${TASTING} FROM booked b LEFT JOIN earned e ON e.experience IS NOT DISTINCT FROM b.name GROUP BY 1`,
}

export const clubMemberCount = (by: 'club' | 'status'): ReferenceFigures => ({
  kpis: `WITH ${HOLDS_SQL} SELECT COUNT(*), COUNT(*) FILTER (WHERE on_hold) FROM held`,
  rows: `WITH ${HOLDS_SQL} SELECT ${by === 'club' ? 'club_name' : "CASE WHEN on_hold THEN 'on_hold' ELSE 'active' END"}, COUNT(*) FROM held GROUP BY 1`,
})

/** Members at the end of one day. */
export const membersAt = (day: string): string =>
  `SELECT COUNT(*) FROM memberships m WHERE ${MEMBER_ON(`DATE '${day}'`)}`

const DEPARTED_MEMBERS = `FROM memberships WHERE CAST(cancelled_local AS DATE) >= DATE '$from' AND CAST(cancelled_local AS DATE) < DATE '$until'`
export const MEMBER_CANCELLATION: ReferenceFigures = {
  kpis: `SELECT (SELECT COUNT(*) ${DEPARTED_MEMBERS}), (SELECT COUNT(*) ${DEPARTED_MEMBERS}) / NULLIF((SELECT COUNT(*) FROM memberships m WHERE ${MEMBER_ON("(DATE '$from' - 1)")}), 0)`,
  rows: `SELECT cancellation_reason, COUNT(*) ${DEPARTED_MEMBERS} GROUP BY 1`,
}

const WORTH = 'AVG(value) / 100.0, MEDIAN(value) / 100.0, COUNT(*)'
export const CUSTOMER_LTV: ReferenceFigures = {
  kpis: `WITH ${PAID}, ${LIFETIME} SELECT ${WORTH} FROM worth`,
  rows: `WITH ${PAID}, ${LIFETIME} SELECT segment, ${WORTH} FROM worth GROUP BY 1`,
}
