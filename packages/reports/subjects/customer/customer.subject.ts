import { AVERAGE_ORDER } from '../../kit/built-in-report.ts'
import { orderEvents, orderList, productList, salesByMonth } from '../kit/order-sections.ts'
import type { Subject, SubjectDeclaration, SubjectSections, TimelineSource } from '../kit/subject.ts'
import { define, definitionBuilder, equal, latest } from '../kit/subject-definitions.ts'

const KEY = 'customerId'

const clubEvents = (own: ReturnType<typeof definitionBuilder>): TimelineSource[] => [
  {
    event: 'signup',
    definition: own({ reportType: 'Memberships', columns: ['signupDate', 'clubName'], ...latest('signupDate') }),
    date: 'signupDate',
    text: 'Joined {clubName}',
    details: [],
  },
  {
    event: 'cancellation',
    definition: own({
      reportType: 'Memberships',
      columns: ['cancelledDate', 'clubName', 'cancellationReason'],
      filters: [{ columnId: 'cancelledDate', comparison: 'IsNotNull' }],
      ...latest('cancelledDate'),
    }),
    date: 'cancelledDate',
    text: 'Left {clubName}',
    details: ['cancellationReason'],
  },
  {
    event: 'hold',
    definition: own({
      reportType: 'MembershipHolds',
      columns: ['holdStart', 'holdEnd', 'clubName', 'holdReason'],
      ...latest('holdStart'),
    }),
    date: 'holdStart',
    text: 'Put {clubName} on hold',
    details: ['holdReason'],
  },
  {
    event: 'shipment',
    definition: own({
      reportType: 'ReleaseMembers',
      columns: ['releaseDate', 'releaseId', 'releaseName', 'clubName', 'outcome'],
      ...latest('releaseDate'),
    }),
    date: 'releaseDate',
    text: 'Release {releaseName}',
    details: ['outcome', 'clubName'],
  },
]

const visits = (own: ReturnType<typeof definitionBuilder>): TimelineSource => ({
  event: 'visit',
  definition: own({
    reportType: 'Reservations',
    columns: ['reservationDate', 'experience', 'status', 'guests'],
    ...latest('reservationDate'),
  }),
  date: 'reservationDate',
  text: 'Reservation: {experience}',
  details: ['status', 'guests'],
})

const sections = (subject: Subject): SubjectSections => {
  const own = definitionBuilder(subject, KEY)
  return {
    numbers: [
      { definition: own({ reportType: 'Orders', columns: ['netSales', 'orderCount', AVERAGE_ORDER, 'unitsSold'] }) },
      { definition: own({ reportType: 'Reservations', columns: ['reservationCount'] }) },
    ],
    trend: salesByMonth(own),
    timeline: [orderEvents(own, 'customerName'), visits(own), ...clubEvents(own)],
    lists: [
      orderList(own, 'customerName'),
      productList(own, 'Products bought'),
      {
        title: 'Memberships',
        definition: own({
          reportType: 'Memberships',
          name: 'Memberships',
          columns: ['clubName', 'standing', 'signupDate', 'cancelledDate', 'cancellationReason', 'tenureDays'],
          ...latest('signupDate'),
        }),
      },
      {
        title: 'Reservations',
        definition: own({
          reportType: 'Reservations',
          name: 'Reservations',
          columns: ['reservationDate', 'experience', 'status', 'guests', 'teamMember', 'revenue'],
          ...latest('reservationDate'),
        }),
      },
    ],
  }
}

export const customerSubject: SubjectDeclaration = {
  kind: 'customer',
  find: ({ id, serviceId = null }) => ({
    definition: define({
      reportType: 'Customers',
      serviceId,
      columns: [
        KEY,
        'customerName',
        'email',
        'city',
        'state',
        'country',
        'customerGroup',
        'segment',
        'customerSince',
        'lastOrderDate',
        'lifetimeValue',
      ],
      filters: [equal(KEY, id)],
    }),
    id: KEY,
    name: 'customerName',
  }),
  sections,
  insightSubject: null,
}
