import { ESTATE_AND_UP } from '#domain/plan.ts'
import { MILESTONES } from '#semantic/catalog/months-since.ts'
import { AVERAGE_ORDER, CUSTOMER_NAME, defineReport, rankBy, SALES_OF_ORDERS } from '../kit/built-in-report.ts'
import { THIS_YEAR_AND_THREE_BEFORE } from '../kit/own-range.ts'

export const topCustomers = defineReport('customers', 'top-customers', 'Top Customers', {
  description: 'The 100 customers who spend the most, with their lifetime value, and all others together',
  reportType: 'Customers',
  columns: ['customerId', CUSTOMER_NAME, 'orderCount', 'netSales', AVERAGE_ORDER, 'lifetimeValue'],
  hidden: ['customerId'],
  groupColumns: ['customerId', 'customerName'],
  orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
  top: 100,
  relativeDateFilter: { relativeRange: 'Last365Days', columnName: 'OrderDate' },
  chart: { kind: 'bar', x: 'customerName', series: ['netSales'] },
})

export const customersByAge = defineReport('customers', 'by-age', 'By Age', {
  title: 'Customers by Age',
  description: 'How old your customers are and what each age group buys; Unknown means no valid birth date',
  reportType: 'Customers',
  columns: ['ageBracket', 'customerCount', ...SALES_OF_ORDERS],
  groupColumns: ['ageBracket'],
  relativeDateFilter: { relativeRange: 'Last365Days', columnName: 'OrderDate' },
  chart: { kind: 'bar', x: 'ageBracket', series: ['netSales'] },
})

export const customerList = defineReport('customers', 'list', 'Customer List', {
  description: 'All your customers with contact details and what they have bought',
  reportType: 'Customers',
  columns: [
    'customerId',
    CUSTOMER_NAME,
    'email',
    'city',
    'state',
    'country',
    'birthDate',
    'ageBracket',
    'customerSince',
    'lastOrderDate',
    'orderCount',
    'netSales',
    'lifetimeValue',
    AVERAGE_ORDER,
    'isClubMember',
  ],
  shown: [
    'customerName',
    'email',
    'netSales',
    'lifetimeValue',
    'averageOrder',
    'orderCount',
    'lastOrderDate',
    'isClubMember',
    'customerSince',
    'city',
    'state',
    'country',
    'birthDate',
    'ageBracket',
  ],
  orderColumns: [{ columnId: 'customerName', direction: 'asc' }],
  relativeDateFilter: { relativeRange: 'None', columnName: 'OrderDate' },
})

export const topStates = defineReport('customers', 'top-states', 'Top States', {
  accountTypes: ESTATE_AND_UP,
  description: 'The states you sell to, by shipping address or else billing address',
  reportType: 'Orders',
  columns: ['state', ...SALES_OF_ORDERS, 'customerCount'],
  ...rankBy('state', 'netSales', 'map'),
  relativeDateFilter: { relativeRange: 'Last365Days', columnName: 'OrderDate' },
})

export const customerSegments = defineReport('customers', 'segments', 'RFM Segments', {
  description: 'Customers by how recently, how often, and for how much they bought in the last two years',
  reportType: 'Customers',
  columns: [
    { columnId: 'rfmSegment', hyperlink: '/reports/customers/list?f.rfmSegment=Equal:{rfmSegment}' },
    'customerCount',
    ...SALES_OF_ORDERS,
    'lifetimeValue',
  ],
  ...rankBy('rfmSegment', 'netSales'),
  filters: [{ columnId: 'rfmSegment', comparison: 'IsNotNull' }],
  relativeDateFilter: { relativeRange: 'Last365Days', columnName: 'OrderDate' },
})

export const customerCohorts = defineReport('customers', 'cohorts', 'Cohorts', {
  title: 'Customer Cohorts',
  description:
    'Of those who first ordered in each quarter, how many had come back months later, and what they had bought by then',
  reportType: 'CustomerMonths',
  columns: [
    'firstOrderQuarter',
    'monthsSinceFirstOrder',
    { columnId: 'returnRate', displayName: 'Came back' },
    'returnedCustomers',
    { columnId: 'salesPerCustomer', displayName: 'Sales per customer' },
    'cohortSize',
  ],
  // The chart has the rates.
  shown: ['firstOrderQuarter', 'monthsSinceFirstOrder', 'salesPerCustomer'],
  groupColumns: ['firstOrderQuarter', 'monthsSinceFirstOrder'],
  pivot: { columns: ['monthsSinceFirstOrder'], rowTotals: false },
  dimensionFilters: [{ columnId: 'monthsSinceFirstOrder', values: [...MILESTONES] }],
  orderColumns: [{ columnId: 'firstOrderQuarter', direction: 'desc' }],
  relativeDateFilter: { relativeRange: 'None', columnName: 'FirstOrderDate' },
  chart: {
    kind: 'heatmap',
    title: 'Customers who came back, by the quarter of their first order',
    x: 'monthsSinceFirstOrder',
    series: ['firstOrderQuarter', 'returnRate'],
    size: 'cohortSize',
  },
  ownRange: THIS_YEAR_AND_THREE_BEFORE,
})

export const tastingFunnel = defineReport('customers', 'tasting-funnel', 'Tasting Funnel', {
  description:
    'From guests to bottles bought, club signups, and contacts captured, by experience, team member, or part of day',
  reportType: 'Reservations',
  columns: [
    'experience',
    'guests',
    'bottlePurchases',
    'bottleConversion',
    'clubSignups',
    'signupConversion',
    'contacts',
    'captureRate',
    'revenuePerGuest',
  ],
  shown: [
    ...['experience', 'guests', 'bottleConversion', 'signupConversion', 'captureRate', 'revenuePerGuest'],
    ...['bottlePurchases', 'clubSignups', 'contacts'],
  ],
  groupColumns: ['experience'],
  groupChoices: ['experience', 'teamMember', 'dayPart'],
  orderColumns: [{ columnId: 'guests', direction: 'desc' }],
  relativeDateFilter: { relativeRange: 'Last90Days', columnName: 'HeldOn' },
  chart: {
    kind: 'bar',
    title: 'From visit to sale',
    x: 'experience',
    series: ['guests', 'bottlePurchases', 'clubSignups'],
    rates: ['bottleConversion', 'signupConversion'],
  },
})
