import { avgOrder } from './avg-order/avg-order.widget.ts'
import { clubMemberCount } from './club-member-count/club-member-count.widget.ts'
import { clubSignup } from './club-signup/club-signup.widget.ts'
import { customerLtv } from './customer-ltv/customer-ltv.widget.ts'
import type { AnyWidget } from './kit/widget.ts'
import { logo } from './logo/logo.widget.ts'
import { memberCancellation } from './member-cancellation/member-cancellation.widget.ts'
import { orderMetrics } from './order-metrics/order-metrics.widget.ts'
import { sales } from './sales/sales.widget.ts'
import { salesSummary } from './sales-summary/sales-summary.widget.ts'
import { tastingExperience } from './tasting-experience/tasting-experience.widget.ts'

/** Every widget, in the order of the panel. */
export const WIDGETS: readonly AnyWidget[] = [
  salesSummary,
  logo,
  sales,
  orderMetrics,
  clubSignup,
  tastingExperience,
  clubMemberCount,
  avgOrder,
  memberCancellation,
  customerLtv,
]

const byType = new Map(WIDGETS.map((widget) => [widget.type, widget]))

export const widgetByType = (type: string): AnyWidget | null => byType.get(type) ?? null
