import { activeClubs } from './clubs/active-clubs.report.ts'
import { clubCancellationList } from './clubs/cancellation-list.report.ts'
import { clubCancellations } from './clubs/cancellations.report.ts'
import { clubHoldList } from './clubs/hold-list.report.ts'
import { clubHolds } from './clubs/holds.report.ts'
import { releaseSummary } from './clubs/release-summary.report.ts'
import { clubReleases } from './clubs/releases.report.ts'
import { topClubs } from './clubs/top-clubs.report.ts'
import { customersByAge } from './customers/by-age.report.ts'
import { customerList } from './customers/list.report.ts'
import { topCustomers } from './customers/top-customers.report.ts'
import { topStates } from './customers/top-states.report.ts'
import type { ReportDeclaration } from './kit/built-in-report.ts'
import { ordersAwaitingPickup } from './orders/awaiting-pickup.report.ts'
import { ordersAwaitingShipment } from './orders/awaiting-shipment.report.ts'
import { ordersByBrand } from './orders/by-brand.report.ts'
import { ordersByCategory } from './orders/by-category.report.ts'
import { ordersBySalesChannel } from './orders/by-sales-channel.report.ts'
import { ordersByTeamMember } from './orders/by-team-member.report.ts'
import { ordersByType } from './orders/by-type.report.ts'
import { orderList } from './orders/list.report.ts'
import { orderDetail } from './orders/order-detail.report.ts'
import { tipsByTeamMember } from './orders/tips-by-team-member.report.ts'
import { productList } from './products/list.report.ts'
import { lowInventory } from './products/low-inventory.report.ts'
import { topProducts } from './products/top-products.report.ts'
import { salesByDayOfWeek } from './sales/by-day-of-week.report.ts'
import { salesTrends } from './sales/sales-trends.report.ts'
import { salesByWeekend } from './sales/weekday-vs-weekend.report.ts'

/** Every built-in report, one line each, in menu order. The menu, routes and API derive from it. */
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
  activeClubs,
  topClubs,
  clubCancellations,
  clubCancellationList,
  clubHolds,
  clubHoldList,
  clubReleases,
  releaseSummary,
]
