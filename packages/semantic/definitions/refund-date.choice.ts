import type { Choice } from './choice.ts'

const ORDER_DATES = [
  'orderDate',
  'orderYear',
  'orderQuarter',
  'orderMonth',
  'orderWeek',
  'orderDay',
  'orderWeekday',
  'orderHour',
  'orderMonthOfYear',
  'isWeekend',
]

const WITH_LINES = ['netSales', 'unitsSold']

export const refundDate = {
  id: 'refundDate',
  title: 'Refunds',
  description: 'On which day money that was given back is taken off sales.',
  standard: 'refund',
  ways: {
    refund: {
      label: 'On the day of the refund',
      description: 'A refund lowers the sales of the day on which it was made; months that are closed stay as they are',
    },
    order: {
      label: 'On the day of the order',
      description: 'A refund lowers the sales of the day whose order it takes back, where that order is known',
      note: 'In this account a refund has the date of the order that it takes back',
    },
  },
  shownBy: { reportType: 'Orders', columnId: 'netSales', rangeColumn: 'orderDate' },
  columns: [
    ...['Orders', 'OrderLines'].flatMap((type) => [...ORDER_DATES, ...WITH_LINES].map((name) => `${type}.${name}`)),
    ...['Orders.share', 'Orders.averageDay', 'Orders.refundCount', 'Orders.refundRate', 'Orders.daysWaiting'],
    ...['Customers', 'Products'].flatMap((type) => ['orderDate', 'netSales'].map((name) => `${type}.${name}`)),
    ...['Products.unitsSold', 'Inventory.weeklyUnits', 'Inventory.weeksOnHand'],
  ],
  rollups: ['Orders', 'OrderLines', 'Products'],
} as const satisfies Choice
