import {
  buildMeasure,
  clubId,
  dimension,
  joinedField,
  measure,
  recordCount,
  stored,
  textDimension,
  unlessEmpty,
  withSynonyms,
} from './build-column.ts'
import type { ColumnType, Measure } from './column.ts'
import { timestampColumns, weekendDimension } from './date-columns.ts'
import { type Field, ratio, type Scope } from './formula.ts'
import { withinService } from './joined-table.ts'
import type { Join, ReportType } from './report-type.ts'

/** How many days before and after a release a cancellation counts with it. */
const NEAR_DAYS = 30

const RELEASE = 'service_id, release_source_id'

/** Members of a release by outcome. */
const memberCounts = (scope: Scope): string => {
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
const orderSums = (scope: Scope): string => {
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
const nearCancellations = (scope: Scope): string => {
  const { dialect } = scope
  const day = dialect.toDate('r.released_local')
  const isNear = `m.cancelled_local >= ${dialect.addDays(day, -NEAR_DAYS)} AND m.cancelled_local < ${dialect.addDays(day, NEAR_DAYS + 1)}`
  return `(SELECT r.service_id AS service_id, r.source_id AS release_source_id, ${dialect.countWhere(null)} AS cancelled FROM ${scope.table('club_releases')} AS r INNER JOIN ${scope.table('memberships')} AS m ON m.service_id = r.service_id AND m.club_source_id = r.club_source_id WHERE ${isNear} GROUP BY r.service_id, r.source_id)`
}

const ofRelease = (relation: Join['relation']): Join => ({
  relation,
  on: withinService('source_id', 'release_source_id'),
})

/** A number of the release; 0 for a release that the relation has no row for. */
const joinedNumber =
  (join: string, name: string): Field =>
  (scope) =>
    `COALESCE(${joinedField(join, name)(scope)}, 0)`

const counted = joinedNumber('sales', 'counted')
const countedNet = joinedNumber('sales', 'counted_net')

type Labels = Pick<Measure, 'columnId' | 'displayName' | 'description' | 'goodDirection' | 'synonyms'>

const summedMeasure = (of: Field, type: ColumnType, labels: Labels): Measure =>
  buildMeasure({ ...labels, type, record: of, formula: { kind: type === 'number' ? 'sumDecimal' : 'sum', of } })

const members = (
  columnId: string,
  displayName: string,
  name: string,
  description: string,
  goodDirection: Measure['goodDirection'] = 'neutral',
): Measure =>
  summedMeasure(joinedNumber('members', name), 'integer', { columnId, displayName, description, goodDirection })

const sales = (columnId: string, displayName: string, name: string, type: ColumnType, description: string): Measure =>
  summedMeasure(joinedNumber('sales', name), type, { columnId, displayName, description, goodDirection: 'neutral' })

export const clubReleases: ReportType = {
  reportType: 'ClubReleases',
  title: 'Club releases',
  table: 'club_releases',
  joins: {
    members: ofRelease(memberCounts),
    sales: ofRelease(orderSums),
    near: ofRelease(nearCancellations),
  },
  dateColumn: 'releaseDate',
  currencyColumn: null,
  channelColumn: null,
  recordKey: ['source_id', 'service_id'],
  recordColumns: ['releaseId', 'releaseName', 'clubName', 'releaseDate'],
  columns: [
    dimension('releaseId', 'Release ID', { field: stored('source_id'), isId: true }),
    dimension('releaseName', 'Release', { field: unlessEmpty(stored('name')) }),
    textDimension('clubName', 'Club', 'club_name'),
    clubId(stored('club_source_id')),
    ...timestampColumns({ prefix: 'release', displayName: 'Release date', name: 'released' }),
    weekendDimension(stored('released_local')),
    recordCount('releaseCount', 'Releases', 'Number of club releases'),
    withSynonyms(
      members('membersEligible', 'Members eligible', 'eligible', 'Members listed in the release, whatever the outcome'),
      'members eligible, eligible members',
    ),
    withSynonyms(
      members('processed', 'Processed', 'processed', 'Members of the release who were charged', 'up'),
      'processed, members processed, members charged, processed members',
    ),
    withSynonyms(
      members('skipped', 'Skipped', 'skipped', 'Members of the release who skipped it', 'down'),
      'skipped, skips, skipped members, members skipped, skipped shipments, skip, skipping, passed on, opted out of, opted out',
    ),
    members('onHold', 'On hold at release', 'on_hold', 'Members of the release who were on hold', 'down'),
    withSynonyms(
      members('declined', 'Declined', 'declined', 'Members of the release whose card was declined', 'down'),
      'declined, declines, members declined, failed payments, cards declined, cards that declined, cards failed, payment failures, decline',
    ),
    sales(
      'orderCount',
      'Release orders',
      'counted',
      'integer',
      'Paid orders of the release in the account’s currency with net sales above zero, whenever they were placed, excluding refunds',
    ),
    summedMeasure(joinedNumber('sales', 'bottles'), 'number', {
      columnId: 'bottles',
      synonyms: 'bottles, units, bottles sold, units sold, bottle sales, unit sales, number of bottles, volume',
      displayName: 'Bottles',
      description:
        'Bottles of wine on the paid orders of the release in the account’s currency; returned bottles are negative',
      goodDirection: 'up',
    }),
    withSynonyms(
      sales(
        'gross',
        'Release gross sales',
        'gross',
        'currency',
        'Subtotals of the release’s paid orders before discounts, tax, shipping, and tips; refunds are negative',
      ),
      'gross, gross sales, gross revenue, gross release sales',
    ),
    sales('discount', 'Release discount', 'discounted', 'currency', 'Discounts on the release’s paid orders'),
    summedMeasure(joinedNumber('sales', 'net'), 'currency', {
      columnId: 'netSales',
      displayName: 'Release net sales',
      description:
        'Paid orders of the release after discounts, before tax, shipping, tips, and deposits; refunds are negative, gift cards are excluded',
      goodDirection: 'up',
    }),
    measure('averageOrder', 'Release average order', 'currency', {
      description: 'Release net sales excluding refunds ÷ release orders; blank if there are none',
      record: (scope) => scope.dialect.divide(countedNet(scope), counted(scope)),
      formula: ratio({ kind: 'sum', of: countedNet }, { kind: 'sum', of: counted }, [
        'Net sales excluding refunds',
        'Orders',
      ]),
    }),
    withSynonyms(
      sales('shipCount', 'Shipped', 'shipped', 'integer', 'Release orders with delivery Ship'),
      'releases shipped, release orders shipped',
    ),
    withSynonyms(
      sales('pickupCount', 'Picked up', 'picked_up', 'integer', 'Release orders with delivery Pickup'),
      'release orders picked up',
    ),
    withSynonyms(
      sales(
        'unfulfilled',
        'Unfulfilled',
        'open_orders',
        'integer',
        'Paid orders of the release in the account’s currency that are unfulfilled or partially fulfilled, excluding refunds',
      ),
      'unfulfilled release orders, unfulfilled club orders',
    ),
    summedMeasure(joinedNumber('near', 'cancelled'), 'integer', {
      columnId: 'cancellations',
      displayName: 'Cancellations near release',
      description:
        'Memberships of the release’s club canceled on the release’s local day or within 30 days before or after it; a cancellation near two releases counts for both',
      goodDirection: 'down',
    }),
  ],
}
