import { countAll, decimal, flag, id, integerMeasure, money, ofEach, ratio, readFacts, texts } from '../columns.ts'
import { daysFrom } from '../days.ts'
import type { ReferenceOrder } from '../derived-orders.ts'
import type { Context, ReferenceRecord, ReferenceReportType } from '../report-type.ts'
import { isWeekend, timestampColumns, timestampValues } from '../time-parts.ts'
import { exactSum, orNull } from '../value.ts'
import { toTimestamp } from '../wall-clock.ts'
import type { Placed } from '../winery.ts'
import { WAITING } from './order-values.ts'

/** Days before and after a release in which a cancellation counts with it. */
const NEAR_DAYS = 30

type Release = Placed<'club_releases'>

const membersOf = ({ service, source_id }: Release, { books }: Context) => {
  const own = books
    .tableRows('release_members')
    .filter((member) => member.service === service && member.release_source_id === source_id)
  const having = (status: string) => own.filter((member) => member.status === status).length
  return {
    membersEligible: own.length,
    processed: having('processed'),
    skipped: having('skipped'),
    onHold: having('on_hold'),
    declined: having('declined'),
  }
}

const releaseOrders = ({ service, source_id }: Release, { books, settings }: Context): ReferenceOrder[] =>
  books.orders.filter(
    ({ service: own, given }) =>
      own === service && given.release_source_id === source_id && given.currency === settings.currency,
  )

const sum = (orders: readonly ReferenceOrder[], of: (order: ReferenceOrder) => number): number =>
  exactSum(orders.map(of))

const sumReleaseSales = (orders: readonly ReferenceOrder[]) => {
  const paid = orders.filter(({ isPaid }) => isPaid)
  const counted = orders.filter(({ isCounted }) => isCounted)
  const sent = (method: string) => counted.filter(({ given }) => given.delivery_method === method).length
  return {
    orderCount: counted.length,
    gross: sum(paid, ({ given }) => given.subtotal),
    discount: sum(paid, ({ given }) => given.discount),
    netSales: sum(orders, ({ net }) => net),
    averageOrder: ratio(
      sum(counted, ({ net }) => net),
      counted.length,
    ),
    shipCount: sent('ship'),
    pickupCount: sent('pickup'),
    unfulfilled: paid.filter(({ given }) => !given.is_refund && WAITING.includes(given.fulfillment_status)).length,
  }
}

/** Thousandths of wine, returned bottles negative. */
const bottlesOn = (orders: readonly ReferenceOrder[], { books }: Context): number =>
  exactSum(
    books.lines
      .filter(({ order, given }) => order?.isPaid && orders.includes(order) && given.item_kind === 'wine')
      .map(({ quantity }) => quantity),
  )

const canceledNear = ({ service, club_source_id }: Release, day: string, { books }: Context): number =>
  books.memberships.filter(
    ({ service: own, given, cancelled }) =>
      own === service &&
      orNull(club_source_id) !== null &&
      given.club_source_id === club_source_id &&
      cancelled !== null &&
      Math.abs(daysFrom(day, cancelled.day)) <= NEAR_DAYS,
  ).length

const toRecord =
  (context: Context) =>
  (release: Release): ReferenceRecord => {
    const { settings } = context
    const { service, source_id } = release
    const released = toTimestamp(release.released, release.time_basis, settings.timeZone)
    const orders = releaseOrders(release, context)
    return {
      values: {
        releaseId: source_id,
        releaseName: orNull(release.name),
        clubName: orNull(release.club_name),
        clubId: orNull(release.club_source_id),
        ...timestampValues('release', released, settings),
        isWeekend: isWeekend(released.day),
        releaseCount: 1,
        ...membersOf(release, context),
        ...sumReleaseSales(orders),
        bottles: bottlesOn(orders, context),
        cancellations: canceledNear(release, released.day, context),
      },
      days: { releaseDate: released.day },
      facts: {
        countedNet: sum(
          orders.filter(({ isCounted }) => isCounted),
          ({ net }) => net,
        ),
        counted: orders.filter(({ isCounted }) => isCounted).length,
      },
      service,
      key: [source_id, service],
    }
  }

const COUNT_COLUMNS = [
  'membersEligible',
  'processed',
  'skipped',
  'onHold',
  'declined',
  'orderCount',
  'shipCount',
] as const

export const clubReleases: ReferenceReportType = {
  name: 'ClubReleases',
  dateColumn: 'releaseDate',
  columns: {
    releaseId: id,
    clubId: id,
    ...texts('releaseName', 'clubName'),
    ...timestampColumns('release'),
    isWeekend: flag,
    releaseCount: countAll,
    ...Object.fromEntries(COUNT_COLUMNS.map((columnId) => [columnId, integerMeasure(columnId)])),
    pickupCount: integerMeasure('pickupCount'),
    unfulfilled: integerMeasure('unfulfilled'),
    cancellations: integerMeasure('cancellations'),
    bottles: decimal('bottles'),
    gross: money('gross'),
    discount: money('discount'),
    netSales: money('netSales'),
    averageOrder: ofEach('currency', (records) =>
      ratio(exactSum(readFacts(records, 'countedNet')), exactSum(readFacts(records, 'counted'))),
    ),
  },
  records: (context) => context.books.tableRows('club_releases').map(toRecord(context)),
}
