import { orderList, salesByMonth } from '../kit/order-sections.ts'
import type { Subject, SubjectDeclaration, SubjectSections, TimelineSource } from '../kit/subject.ts'
import {
  type Define,
  define,
  defineEvents,
  defineList,
  definitionBuilder,
  equal,
  latest,
} from '../kit/subject-definitions.ts'

/** Records of several sources name a club by its name only. */
const KEY = 'clubName'

const MEMBER = ['membershipId', 'customerId', 'customerName']

const timeline = (own: Define): TimelineSource[] => [
  defineEvents(own, 'signup', 'signupDate', {
    reportType: 'Memberships',
    columns: [...MEMBER, 'signupDate', 'teamMember'],
    text: '{customerName} joined',
    details: ['teamMember'],
  }),
  defineEvents(own, 'cancellation', 'cancelledDate', {
    reportType: 'Memberships',
    columns: [...MEMBER, 'cancelledDate', 'cancellationReason'],
    filters: [{ columnId: 'cancelledDate', comparison: 'IsNotNull' }],
    text: '{customerName} left',
    details: ['cancellationReason'],
  }),
  defineEvents(own, 'release', 'releaseDate', {
    reportType: 'ClubReleases',
    columns: ['releaseId', 'releaseName', 'releaseDate', 'netSales'],
    text: 'Release {releaseName}',
    details: ['netSales'],
  }),
]

const sections = (subject: Subject): SubjectSections => {
  const own = definitionBuilder(subject, KEY)
  return {
    numbers: [
      {
        definition: own({
          reportType: 'Memberships',
          columns: ['activeMembers', 'signups', 'cancellations', 'attritionRate'],
        }),
      },
      { definition: own({ reportType: 'Orders', columns: ['netSales', 'orderCount'] }) },
    ],
    trend: salesByMonth(own),
    timeline: timeline(own),
    lists: [
      defineList(own, 'Members', {
        reportType: 'Memberships',
        columns: [...MEMBER, 'standing', 'signupDate', 'tenureDays', 'teamMember'],
        hidden: ['membershipId', 'customerId'],
        filters: [{ columnId: 'standing', comparison: 'NotEqual', value: 'cancelled' }],
        ...latest('signupDate'),
      }),
      defineList(own, 'Cancellations', {
        reportType: 'Memberships',
        columns: [...MEMBER, 'signupDate', 'cancelledDate', 'cancellationReason', 'tenureDays'],
        hidden: ['membershipId', 'customerId'],
        filters: [{ columnId: 'cancelledDate', comparison: 'IsNotNull' }],
        ...latest('cancelledDate'),
      }),
      defineList(own, 'Releases', {
        reportType: 'ClubReleases',
        columns: ['releaseId', 'releaseName', 'releaseDate', 'membersEligible', 'processed', 'orderCount', 'netSales'],
        hidden: ['releaseId'],
        ...latest('releaseDate'),
      }),
      orderList(own),
    ],
  }
}

export const clubSubject: SubjectDeclaration = {
  kind: 'club',
  find: ({ id, serviceId = null }) => ({
    definition: define({
      reportType: 'Memberships',
      serviceId,
      columns: [
        KEY,
        { columnId: 'activeMembers', displayName: 'Active members today' },
        { columnId: 'onHold', displayName: 'On hold today' },
        { columnId: 'tenureDays', displayName: 'Median tenure of all members ever (days)' },
        { columnId: 'signupDate', displayName: 'First signup', aggregation: 'Min' },
      ],
      groupColumns: [KEY],
      filters: [equal(KEY, id)],
    }),
    id: KEY,
    name: KEY,
  }),
  sections,
  insightSubject: ({ id }) => ({ kind: 'club', value: id }),
}
