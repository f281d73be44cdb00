import type { Scope } from './formula.ts'

/** How many days before and after a release a cancellation counts with it. */
export const NEAR_DAYS = 30

const RELEASE = 'service_id, release_source_id'

/** Members of a release by outcome. */
export const memberCounts = (scope: Scope): string => {
  const { dialect } = scope
  const of = (status: string, name: string) => `${dialect.countWhere(`status = '${status}'`)} AS ${name}`
  const counts = [
    `${dialect.countWhere(null)} AS eligible`,
    of('processed', 'processed'),
    of('skipped', 'skipped'),
    of('on_hold', 'on_hold'),
    of('declined', 'declined'),
  ]
  return `(SELECT ${RELEASE}, ${counts.join(', ')} FROM ${scope.table('release_members')} GROUP BY ${RELEASE})`
}

/** Orders of a release, in the account's currency. */
export const orderSums = (scope: Scope): string => {
  const { dialect } = scope
  const isPaid = `payment_status = 'paid'`
  const sums = [
    `${dialect.sumInteger('subtotal', isPaid)} AS gross`,
    `${dialect.sumInteger('discount', isPaid)} AS discounted`,
    `${dialect.sumInteger('net_sales', null)} AS net`,
    `${dialect.sumInteger('net_sales', 'is_counted')} AS counted_net`,
    `${dialect.sumDecimal('wine_count', null)} AS bottles`,
    `${dialect.countWhere('is_counted')} AS counted`,
    `${dialect.countWhere(`is_counted AND delivery_method = 'ship'`)} AS shipped`,
    `${dialect.countWhere(`is_counted AND delivery_method = 'pickup'`)} AS picked_up`,
    `${dialect.countWhere('is_awaiting')} AS open_orders`,
  ]
  return `(SELECT ${RELEASE}, ${sums.join(', ')} FROM ${scope.table('orders')} WHERE release_source_id IS NOT NULL AND currency = ${scope.currency()} GROUP BY ${RELEASE})`
}

/** Memberships of the release's club that were canceled around it. */
export const nearCancellations = (scope: Scope): string => {
  const { dialect } = scope
  const day = dialect.toDate('r.released_local')
  const isNear = `m.cancelled_local >= ${dialect.addDays(day, -NEAR_DAYS)} AND m.cancelled_local < ${dialect.addDays(day, NEAR_DAYS + 1)}`
  return `(SELECT r.service_id AS service_id, r.source_id AS release_source_id, ${dialect.countWhere(null)} AS cancelled FROM ${scope.table('club_releases')} AS r INNER JOIN ${scope.table('memberships')} AS m ON m.service_id = r.service_id AND m.club_source_id = r.club_source_id WHERE ${isNear} GROUP BY r.service_id, r.source_id)`
}
