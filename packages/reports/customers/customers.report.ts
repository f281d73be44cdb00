import { ESTATE_AND_UP } from '#domain/plan.ts'
import { AVERAGE_ORDER, CUSTOMER_NAME, defineReport, rankBy, SALES_OF_ORDERS } from '../kit/built-in-report.ts'

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
