import { AVERAGE_ORDER } from '../../kit/built-in-report.ts'
import { orderEvents, orderList, productList, salesByMonth } from '../kit/order-sections.ts'
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

const KEY = 'customerId'

const clubEvents = (own: Define): TimelineSource[] => [
  {
    event: 'signup',
    definition: own({ reportType: 'Memberships', columns: ['signupDate', 'clubName'], ...latest('signupDate') }),
    date: 'signupDate',
    text: 'Joined {clubName}',
    details: [],
  },
  defineEvents(own, 'cancellation', 'cancelledDate', {
    reportType: 'Memberships',
    columns: ['cancelledDate', 'clubName', 'cancellationReason'],
    filters: [{ columnId: 'cancelledDate', comparison: 'IsNotNull' }],
    text: 'Left {clubName}',
    details: ['cancellationReason'],
  }),
  defineEvents(own, 'hold', 'holdStart', {
    reportType: 'MembershipHolds',
    columns: ['holdStart', 'holdEnd', 'clubName', 'holdReason'],
    text: 'Put {clubName} on hold',
    details: ['holdReason'],
  }),
  defineEvents(own, 'shipment', 'releaseDate', {
    reportType: 'ReleaseMembers',
    columns: ['releaseDate', 'releaseId', 'releaseName', 'clubName', 'outcome'],
    text: 'Release {releaseName}',
    details: ['outcome', 'clubName'],
  }),
]

const visits = (own: Define): TimelineSource => ({
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
      defineList(own, 'Memberships', {
        reportType: 'Memberships',
        columns: ['clubName', 'standing', 'signupDate', 'cancelledDate', 'cancellationReason', 'tenureDays'],
        ...latest('signupDate'),
      }),
      defineList(own, 'Reservations', {
        reportType: 'Reservations',
        columns: ['reservationDate', 'experience', 'status', 'guests', 'teamMember', 'revenue'],
        ...latest('reservationDate'),
      }),
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
