import {
  activeClubs,
  clubCancellationList,
  clubCancellations,
  clubHoldList,
  clubHolds,
  clubReleases,
  releaseSummary,
  topClubs,
} from './clubs/clubs.report.ts'
import { customerList, customersByAge, tastingFunnel, topCustomers, topStates } from './customers/customers.report.ts'
import type { ReportDeclaration } from './kit/built-in-report.ts'
import {
  orderDetail,
  orderList,
  ordersAwaitingPickup,
  ordersAwaitingShipment,
  ordersByBrand,
  ordersByCategory,
  ordersBySalesChannel,
  ordersByTeamMember,
  ordersByType,
  tipsByTeamMember,
} from './orders/orders.report.ts'
import { lowInventory, productList, topProducts } from './products/products.report.ts'
import { salesByDayOfWeek, salesByWeekend, salesTrends } from './sales/sales.report.ts'

/** Every built-in report, one per line, in menu order. The menu, routes and API derive from it. */
export const REPORT_DECLARATIONS: readonly ReportDeclaration[] = [
  salesTrends,
  salesByDayOfWeek,
  salesByWeekend,
  ordersByBrand,
  ordersByCategory,
  ordersByTeamMember,
  tipsByTeamMember,
  ordersBySalesChannel,
  ordersByType,
  ordersAwaitingPickup,
  ordersAwaitingShipment,
  orderDetail,
  orderList,
  topProducts,
  productList,
  lowInventory,
  topCustomers,
  customersByAge,
  customerList,
  topStates,
  tastingFunnel,
  activeClubs,
  topClubs,
  clubCancellations,
  clubCancellationList,
  clubHolds,
  clubHoldList,
  clubReleases,
  releaseSummary,
]
