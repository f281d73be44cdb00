import { avgOrder } from './avg-order/avg-order.widget.ts'
import { clubMemberCount } from './club-member-count/club-member-count.widget.ts'
import { clubSignup } from './club-signup/club-signup.widget.ts'
import { customerLtv } from './customer-ltv/customer-ltv.widget.ts'
import { goal } from './goal/goal.widget.ts'
import type { AnyWidget } from './kit/widget.ts'
import { logo } from './logo/logo.widget.ts'
import { memberCancellation } from './member-cancellation/member-cancellation.widget.ts'
import { orderMetrics } from './order-metrics/order-metrics.widget.ts'
import { report } from './report/report.widget.ts'
import { sales } from './sales/sales.widget.ts'
import { salesSummary } from './sales-summary/sales-summary.widget.ts'
import { tastingExperience } from './tasting-experience/tasting-experience.widget.ts'
import { text } from './text/text.widget.ts'

/** The widgets with numbers of their own, in the order of the panel. A first dashboard has all of them. */
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

/** Widgets whose content a user makes or chooses, in the order of the panel. */
const CHOSEN_WIDGETS: readonly AnyWidget[] = [report, goal, text]

export const ALL_WIDGETS: readonly AnyWidget[] = [...CHOSEN_WIDGETS, ...WIDGETS]

const byType = new Map(ALL_WIDGETS.map((widget) => [widget.type, widget]))

export const widgetByType = (type: string): AnyWidget | null => byType.get(type) ?? null
