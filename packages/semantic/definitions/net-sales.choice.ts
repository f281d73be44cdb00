import type { Choice, Way } from './choice.ts'

interface NetSalesWay extends Way {
  /** money columns of an order that are added to its goods */
  readonly adds: readonly ('shipping' | 'tax')[]
}

const ways = {
  goods: {
    label: 'Goods only',
    description: 'Items after discounts, before tax, shipping, tip and deposits',
    adds: [],
  },
  withShipping: {
    label: 'Goods and shipping',
    description: 'Items after discounts and what was charged for shipping',
    note: 'This account adds the shipping of paid orders',
    adds: ['shipping'],
  },
  withTax: {
    label: 'Goods and tax',
    description: 'Items after discounts and the tax on the order',
    note: 'This account adds the tax of paid orders',
    adds: ['tax'],
  },
  withShippingAndTax: {
    label: 'Goods, shipping and tax',
    description: 'Items after discounts, shipping and tax: all but tips',
    note: 'This account adds shipping and tax of paid orders',
    adds: ['shipping', 'tax'],
  },
} as const satisfies Readonly<Record<string, NetSalesWay>>

export const netSales = {
  id: 'netSales',
  title: 'Net sales',
  description:
    'What counts as sales of an order. Which orders count is decided by their goods, and products, lines and visits show goods only, since shipping and tax belong to none of them.',
  standard: 'goods',
  ways,
  shownBy: { reportType: 'Orders', columnId: 'netSales', rangeColumn: 'orderDate' },
  columns: [
    'Orders.netSales',
    'Orders.averageOrder',
    'Orders.share',
    'Orders.averageDay',
    'Orders.tipRate',
    'Customers.netSales',
    'Customers.averageOrder',
    'Customers.lifetimeValue',
    'Customers.medianLifetimeValue',
    'ClubReleases.netSales',
    'ClubReleases.averageOrder',
  ],
  rollups: ['Orders', 'Customers', 'ClubReleases'],
} as const satisfies Choice
