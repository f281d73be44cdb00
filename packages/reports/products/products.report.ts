import { ESTATE_AND_UP } from '#domain/plan.ts'
import { defineReport, SKU } from '../kit/built-in-report.ts'

export const topProducts = defineReport('products', 'top-products', 'Top Products', {
  description: 'The 50 best-selling products, and all others together',
  reportType: 'Products',
  columns: ['productId', 'productTitle', 'unitsSold', 'netSales', 'orderCount'],
  hidden: ['productId'],
  groupColumns: ['productId', 'productTitle'],
  // What did not sell is no top product, however few did.
  filters: [
    { columnId: 'unitsSold', comparison: 'NotEqual', value: 0 },
    { columnId: 'netSales', comparison: 'NotEqual', value: 0 },
  ],
  filterOperator: 'Or',
  orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
  top: 50,
  relativeDateFilter: { relativeRange: 'Last90Days', columnName: 'OrderDate' },
  chart: { kind: 'bar', x: 'productTitle', series: ['netSales'] },
})

export const productList = defineReport('products', 'list', 'Product List', {
  description: 'All your products with their price and all-time sales',
  reportType: 'Products',
  columns: [
    'productId',
    SKU,
    'productTitle',
    'category',
    'brand',
    'vintage',
    'varietal',
    'price',
    'unitsSold',
    'netSales',
    // Counting the orders of all products takes longer than everything else; the list of orders shows the count.
    { columnId: 'orderCount', total: false },
    'lastSoldDate',
  ],
  shown: [
    'sku',
    'productTitle',
    'vintage',
    'price',
    'netSales',
    'unitsSold',
    'orderCount',
    'lastSoldDate',
    'category',
    'brand',
    'varietal',
  ],
  // Old vintages sink.
  orderColumns: [
    { columnId: 'vintage', direction: 'desc' },
    { columnId: 'productTitle', direction: 'asc' },
    { columnId: 'sku', direction: 'asc' },
  ],
  relativeDateFilter: { relativeRange: 'None', columnName: 'OrderDate' },
})

export const lowInventory = defineReport('products', 'low-inventory', 'Low Inventory', {
  accountTypes: ESTATE_AND_UP,
  description:
    'Products with less than eight weeks of available stock at all locations, at the pace of the last 90 days, shortest first',
  reportType: 'Inventory',
  columns: [SKU, 'productTitle', 'onHand', 'reserved', 'allocated', 'available', 'weeklyUnits', 'weeksOnHand'],
  shown: ['productTitle', 'weeksOnHand', 'available', 'weeklyUnits', 'onHand', 'reserved', 'allocated', 'sku'],
  // One row per product, whose stock is at all locations.
  groupColumns: ['sku', 'productTitle'],
  filters: [{ columnId: 'weeksOnHand', comparison: 'LessThan', value: 8 }],
  orderColumns: [
    { columnId: 'weeksOnHand', direction: 'asc' },
    { columnId: 'sku', direction: 'asc' },
  ],
})

const RUN_OUT = { aggregation: 'Min', total: false } as const

export const vintageLedger = defineReport('products', 'vintage-ledger', 'Vintage Ledger', {
  description:
    'What is on hand of each product, what is promised, what is free to sell, and when that runs out at the pace of the last 90 days',
  reportType: 'Inventory',
  columns: [
    'sku',
    { columnId: 'productTitle', hyperlink: '/products/{sku}?by=sku' },
    { columnId: 'runOutDate', displayName: 'Runs out', ...RUN_OUT },
    { columnId: 'runOutEarliest', displayName: 'Earliest', ...RUN_OUT },
    { columnId: 'runOutLatest', displayName: 'Latest', ...RUN_OUT },
    'free',
    'pace',
    'onHand',
    'reserved',
    'allocated',
    'promised',
    'pacePos',
    'paceWeb',
    'paceClub',
    'paceWholesale',
    'paceOther',
    'oneOffUnits',
    'weeksOnHand',
  ],
  hidden: ['sku'],
  groupColumns: ['sku', 'productTitle'],
  // Past vintages lie at no location and sell no more.
  filters: [
    { columnId: 'onHand', comparison: 'NotEqual', value: 0 },
    { columnId: 'pace', comparison: 'NotEqual', value: 0 },
    { columnId: 'free', comparison: 'LessThan', value: 0 },
  ],
  filterOperator: 'Or',
  orderColumns: [
    { columnId: 'runOutDate', direction: 'asc' },
    { columnId: 'free', direction: 'asc' },
    { columnId: 'sku', direction: 'asc' },
  ],
})
