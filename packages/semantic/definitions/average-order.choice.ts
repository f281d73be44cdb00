import type { Choice } from './choice.ts'

export const averageOrder = {
  id: 'averageOrder',
  title: 'Average order',
  description: 'Whether orders of the club, which are made for all members at once, count in the average order.',
  standard: 'allOrders',
  ways: {
    allOrders: { label: 'All orders', description: 'Net sales of all counted orders ÷ their number' },
    withoutClub: {
      label: 'Without club orders',
      description: 'Net sales of counted orders outside the club ÷ their number',
      note: 'This account leaves out club orders',
    },
  },
  shownBy: { reportType: 'Orders', columnId: 'averageOrder', rangeColumn: 'orderDate' },
  columns: ['Orders.averageOrder', 'Customers.averageOrder'],
  rollups: ['Orders'],
} as const satisfies Choice
