import { AVERAGE_ORDER } from '../../kit/built-in-report.ts'
import { orderEvents, orderList, productList, salesByMonth } from '../kit/order-sections.ts'
import type { Subject, SubjectDeclaration, SubjectSections } from '../kit/subject.ts'
import { define, defineEvents, defineList, definitionBuilder, equal, latest } from '../kit/subject-definitions.ts'

/** Records name a team member by name only. */
const KEY = 'teamMember'

const sections = (subject: Subject): SubjectSections => {
  const own = definitionBuilder(subject, KEY)
  return {
    numbers: [
      {
        definition: own({
          reportType: 'Orders',
          columns: ['netSales', 'orderCount', AVERAGE_ORDER, 'tip', 'tipRate'],
        }),
      },
      { definition: own({ reportType: 'Memberships', columns: ['signups'] }) },
      { definition: own({ reportType: 'Reservations', columns: ['guests'] }) },
    ],
    trend: salesByMonth(own),
    timeline: [
      orderEvents(own),
      defineEvents(own, 'signup', 'signupDate', {
        reportType: 'Memberships',
        columns: ['membershipId', 'customerId', 'customerName', 'signupDate', 'clubName'],
        text: '{customerName} joined {clubName}',
        details: [],
      }),
    ],
    lists: [
      orderList(own, 'teamMember'),
      productList(own, 'Products sold'),
      defineList(own, 'Signups', {
        reportType: 'Memberships',
        columns: ['membershipId', 'customerId', 'customerName', 'clubName', 'signupDate', 'standing'],
        hidden: ['membershipId', 'customerId'],
        ...latest('signupDate'),
      }),
    ],
  }
}

export const teamMemberSubject: SubjectDeclaration = {
  kind: 'teamMember',
  find: ({ id, serviceId = null }) => ({
    definition: define({
      reportType: 'Orders',
      serviceId,
      columns: [
        KEY,
        { columnId: 'orderDate', displayName: 'First order', aggregation: 'Min' },
        { columnId: 'orderDate', displayName: 'Last order', aggregation: 'Max' },
      ],
      groupColumns: [KEY],
      filters: [equal(KEY, id)],
    }),
    id: KEY,
    name: KEY,
  }),
  sections,
  insightSubject: ({ id }) => ({ kind: 'teamMember', value: id }),
}
