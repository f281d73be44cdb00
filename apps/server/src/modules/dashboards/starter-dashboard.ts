import type { WidgetEntry } from '#contract/dashboards.ts'

/** What the first dashboard of a user is called, and says of itself. */
export const STARTER_NAME = 'Cuvee Dashboard'
export const STARTER_DESCRIPTION = 'Add/remove widgets to create your own dashboard.'

type Placed = readonly [type: string, x: number, y: number, w: number, h: number]

// Eight columns without a gap. Sizes are the widgets' own or a little more, because threes and a five do not fill eight:
// what the day asks first (sales, orders, averages, cancellations) fits one laptop screen, membership and value follow.
const STARTER_LAYOUT: readonly Placed[] = [
  ['salesSummary', 0, 0, 5, 9],
  ['sales', 5, 0, 3, 4],
  ['orderMetrics', 5, 4, 3, 5],
  ['avgOrder', 0, 9, 3, 4],
  ['memberCancellation', 3, 9, 3, 4],
  ['logo', 6, 9, 2, 4],
  ['clubSignup', 0, 13, 4, 4],
  ['tastingExperience', 4, 13, 4, 4],
  ['clubMemberCount', 0, 17, 4, 6],
  ['customerLTV', 4, 17, 4, 6],
]

/** All ten widget types with their own defaults, placed. */
export const starterWidgets = (): Omit<WidgetEntry, 'id'>[] =>
  STARTER_LAYOUT.map(([type, x, y, w, h]) => ({ type, x, y, w, h, props: {} }))
