import { addDays, startOfMonth } from '#domain/ranges/local-day.ts'

/**
 * Hand-written SQL for the ten tiles, as efficient as the tables allow: the baseline of the benchmark. Each tile is a list of
 * statements.
 */
export const bareTiles = (today: string): Readonly<Record<string, readonly string[]>> => {
  const tomorrow = addDays(today, 1)
  const month = Number(today.slice(5, 7))
  const year = `${today.slice(0, 4)}-01-01`
  const quarter = `${today.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`
  const before = (day: string) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  const during = (name: string, from: string, until: string) =>
    `${name} >= DATE '${from}' AND ${name} < DATE '${until}'`
  const orders = (from: string, until = tomorrow) =>
    `FROM orders WHERE currency = 'USD' AND ${during('ordered_local', from, until)}`
  const visits = `FROM reservations WHERE ${during('reserved_local', startOfMonth(today), tomorrow)}`
  const average = 'SUM(net_sales) FILTER (WHERE is_counted) / NULLIF(COUNT(*) FILTER (WHERE is_counted), 0)'
  const counted = 'COUNT(*) FILTER (WHERE is_counted)'
  const summary = (from: string, until: string) => [
    `SELECT SUM(net_sales), ${counted}, ${average} ${orders(from, until)}`,
    `SELECT date_trunc('month', ordered_local), SUM(net_sales), ${counted}, ${average}, SUM(item_count) ${orders(from, until)} GROUP BY 1 ORDER BY 1`,
  ]
  const member = (day: string) =>
    `signup_local < DATE '${day}' AND (cancelled_local >= DATE '${day}' OR (cancelled_local IS NULL AND status <> 'cancelled'))`
  const months = Array.from({ length: 12 }, (_, back) =>
    back === 0 ? tomorrow : startOfMonth(addDays(startOfMonth(today), -30 * (back - 1))),
  )
  const left = `FROM memberships WHERE ${during('cancelled_local', quarter, tomorrow)}`
  const worth = `FROM customers c LEFT JOIN (SELECT service_id, customer_source_id AS id, SUM(net_sales) AS value FROM orders WHERE currency = 'USD' AND payment_status = 'paid' AND customer_source_id IS NOT NULL GROUP BY 1, 2) o ON o.service_id = c.service_id AND o.id = c.source_id`
  return {
    salesSummary: [...summary(year, tomorrow), ...summary(before(year), before(tomorrow))],
    logo: [],
    sales: [
      `SELECT SUM(net_sales) ${orders(quarter)}`,
      `SELECT date_trunc('week', ordered_local), channel, SUM(net_sales) ${orders(quarter)} GROUP BY 1, 2 ORDER BY 1, 2`,
    ],
    orderMetrics: [
      `SELECT ${counted}, ${average}, SUM(item_count) FILTER (WHERE is_counted), COUNT(*) FILTER (WHERE is_refund) ${orders(quarter)}`,
      `SELECT date_trunc('week', ordered_local), channel, ${counted} ${orders(quarter)} GROUP BY 1, 2 ORDER BY 1, 2`,
    ],
    clubSignup: [
      `SELECT SUM(club_signups), SUM(tasters) ${visits}`,
      `SELECT team_member, SUM(club_signups), SUM(tasters) ${visits} GROUP BY 1 ORDER BY 2 DESC`,
    ],
    tastingExperience: [
      `SELECT SUM(guests) FILTER (WHERE is_visit), SUM(bottle_guests), SUM(club_signups), SUM(revenue) ${visits}`,
      `SELECT experience, SUM(guests) FILTER (WHERE is_visit), SUM(bottle_guests), SUM(club_signups), SUM(revenue) ${visits} GROUP BY 1 ORDER BY 2 DESC`,
    ],
    clubMemberCount: [
      `SELECT COUNT(*), COUNT(h.id) FROM memberships m LEFT JOIN (SELECT DISTINCT service_id, membership_source_id AS id FROM membership_holds WHERE start < DATE '${tomorrow}' AND ("end" IS NULL OR "end" >= DATE '${tomorrow}')) h ON h.service_id = m.service_id AND h.id = m.source_id WHERE ${member(tomorrow)}`,
      `SELECT club_name, COUNT(*) FROM memberships WHERE ${member(tomorrow)} GROUP BY 1`,
      `SELECT ${months.map((day) => `COUNT(*) FILTER (WHERE ${member(day)})`).join(', ')} FROM memberships`,
    ],
    avgOrder: [
      `SELECT ${average} ${orders(quarter)}`,
      `SELECT channel, ${average}, ${counted} ${orders(quarter)} GROUP BY 1`,
    ],
    memberCancellation: [
      `SELECT COUNT(*) ${left}`,
      `SELECT COUNT(*) FROM memberships WHERE ${member(quarter)}`,
      `SELECT cancellation_reason, COUNT(*) ${left} GROUP BY 1`,
    ],
    customerLTV: [
      `SELECT AVG(value), MEDIAN(value), COUNT(*) ${worth}`,
      `SELECT m.is_member, AVG(value), MEDIAN(value), COUNT(*) ${worth} LEFT JOIN (SELECT service_id, customer_source_id AS id, BOOL_OR(status <> 'cancelled') AS is_member FROM memberships GROUP BY 1, 2) m ON m.service_id = c.service_id AND m.id = c.source_id GROUP BY 1`,
    ],
  }
}
