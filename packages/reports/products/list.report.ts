import { defineReport } from '../kit/built-in-report.ts'

export const productList = defineReport({
  group: 'products',
  slug: 'list',
  menuName: 'Product List',
  description: 'All your products with their price and all-time sales',
  definition: {
    reportType: 'Products',
    columns: [
      { columnId: 'productId' },
      {
        columnId: 'sku',
        hyperlink: '/reports/orders/order-detail?f.sku=Equal:{sku}&relativeDate=OrderDate-Last90Days',
      },
      { columnId: 'productTitle' },
      { columnId: 'category' },
      { columnId: 'brand' },
      { columnId: 'vintage' },
      { columnId: 'varietal' },
      { columnId: 'price' },
      { columnId: 'unitsSold' },
      { columnId: 'netSales' },
      // Counting the orders of all products takes longer than all the rest, and the list of orders tells it at once.
      { columnId: 'orderCount', total: false },
      { columnId: 'lastSoldDate' },
    ],
    columnOrder: [
      'sku',
      'productTitle',
      'category',
      'brand',
      'vintage',
      'varietal',
      'price',
      'unitsSold',
      'netSales',
      'orderCount',
      'lastSoldDate',
    ],
    orderColumns: [
      { columnId: 'productTitle', direction: 'asc' },
      { columnId: 'sku', direction: 'asc' },
    ],
    relativeDateFilter: { relativeRange: 'None', columnName: 'OrderDate' },
  },
})
