import { ESTATE_AND_UP } from '#domain/plan.ts'
import { defineReport } from '../kit/built-in-report.ts'

export const lowInventory = defineReport({
  group: 'products',
  slug: 'low-inventory',
  menuName: 'Low Inventory',
  accountTypes: ESTATE_AND_UP,
  description: 'Products with less than eight weeks of stock at the pace of the last 90 days, shortest first',
  definition: {
    reportType: 'Inventory',
    columns: [
      {
        columnId: 'sku',
        hyperlink: '/reports/orders/order-detail?f.sku=Equal:{sku}&relativeDate=OrderDate-Last90Days',
      },
      { columnId: 'productTitle' },
      { columnId: 'location' },
      { columnId: 'onHand' },
      { columnId: 'reserved' },
      { columnId: 'allocated' },
      { columnId: 'available' },
      { columnId: 'weeklyUnits' },
      { columnId: 'weeksOnHand' },
    ],
    filters: [{ columnId: 'weeksOnHand', comparison: 'LessThan', value: 8 }],
    orderColumns: [
      { columnId: 'weeksOnHand', direction: 'asc' },
      { columnId: 'sku', direction: 'asc' },
    ],
  },
})
