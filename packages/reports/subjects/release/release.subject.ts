import { addDays, isLocalDay } from '#domain/ranges/local-day.ts'
import { orderEvents, orderList } from '../kit/order-sections.ts'
import type { Subject, SubjectDeclaration, SubjectNumbers, SubjectSections } from '../kit/subject.ts'
import { type Define, define, defineList, definitionBuilder, equal, latest } from '../kit/subject-definitions.ts'

const KEY = 'releaseId'

const MEASURES = [
  'netSales',
  'orderCount',
  'bottles',
  'unfulfilled',
  'membersEligible',
  'processed',
  'skipped',
  'declined',
]

/** The club's release of that day, so that the comparison is its release of the year before. */
const numbersOf = ({ values, serviceId }: Subject, own: Define): SubjectNumbers => {
  const { releaseDay: day, clubName } = values
  const isDated = typeof day === 'string' && isLocalDay(day) && typeof clubName === 'string'
  if (!isDated) return { definition: own({ reportType: 'ClubReleases', columns: MEASURES }), days: null }
  return {
    definition: define({
      reportType: 'ClubReleases',
      serviceId,
      columns: MEASURES,
      filters: [equal('clubName', clubName)],
      relativeDateFilter: { relativeRange: 'None', columnName: 'ReleaseDate' },
      compare: 'sameRelease',
    }),
    days: { from: day, until: addDays(day, 1) },
  }
}

const sections = (subject: Subject): SubjectSections => {
  const own = definitionBuilder(subject, KEY)
  return {
    numbers: [numbersOf(subject, own)],
    trend: {
      definition: own({
        reportType: 'Orders',
        name: 'Net sales by day',
        columns: [{ columnId: 'orderDay', displayName: 'Day' }, 'netSales', 'orderCount'],
        groupColumns: ['orderDay'],
        orderColumns: [{ columnId: 'orderDay', direction: 'asc' }],
        chart: { kind: 'bar', x: 'orderDay', series: ['netSales'] },
      }),
      days: null,
    },
    timeline: [orderEvents(own)],
    lists: [
      defineList(own, 'Members', {
        reportType: 'ReleaseMembers',
        columns: ['membershipId', 'customerId', 'customerName', 'outcome'],
        hidden: ['membershipId', 'customerId'],
        orderColumns: [
          { columnId: 'outcome', direction: 'asc' },
          { columnId: 'customerName', direction: 'asc' },
        ],
      }),
      defineList(own, 'Unfulfilled orders', {
        reportType: 'Orders',
        columns: ['orderId', 'orderNumber', 'orderDate', 'customerId', 'customerName', 'deliveryMethod', 'netSales'],
        hidden: ['orderId', 'customerId'],
        filters: [{ columnId: 'isAwaiting', comparison: 'IsTrue' }],
        ...latest('orderDate'),
      }),
      orderList(own),
    ],
  }
}

export const releaseSubject: SubjectDeclaration = {
  kind: 'release',
  find: ({ id, serviceId = null }) => ({
    definition: define({
      reportType: 'ClubReleases',
      serviceId,
      columns: [KEY, 'releaseName', 'clubName', { columnId: 'releaseDay', displayName: 'Released' }],
      filters: [equal(KEY, id)],
    }),
    id: KEY,
    name: 'releaseName',
  }),
  sections,
  insightSubject: null,
}
