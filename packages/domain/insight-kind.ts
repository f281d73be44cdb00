export interface InsightKindInfo {
  readonly title: string
  /** what comes of it, as a sentence */
  readonly description: string
}

/** What insights tell of, one entry a kind; settings, filters and screens follow from it. */
const INSIGHT_KINDS = {
  anomaly: {
    title: 'Unusual days and weeks',
    description: 'Sales, orders, signups or cancellations far from what the days before let expect.',
  },
  driver: {
    title: 'What drove a change',
    description: 'How much of a change of sales is volume, price and mix, and which groups moved it.',
  },
  priceChange: {
    title: 'Price changes',
    description: 'Bottles that sell at another price than in the weeks before.',
  },
  stoppedSelling: {
    title: 'Stopped selling',
    description: 'Bottles that sold steadily and sell no more.',
  },
  stockRunway: {
    title: 'Stock running out',
    description: 'Bottles that will not last, after what is promised to the club.',
  },
  membersAtRisk: {
    title: 'Club members at risk',
    description: 'Members who are likely to cancel, with what speaks for it.',
  },
  releaseOutlook: {
    title: 'Release outlook',
    description: 'What the next release of a club should bring.',
  },
  conversionShift: {
    title: 'Tasting conversion',
    description: 'More or fewer tasting guests who buy a bottle or join a club.',
  },
  lapsingCustomers: {
    title: 'Lapsing top customers',
    description: 'Good customers who have stayed away longer than they usually do.',
  },
  forecast: {
    title: 'Forecasts',
    description: 'What the next weeks should bring, with a range.',
  },
  goalPace: {
    title: 'Pace of goals',
    description: 'Where a goal will come out.',
  },
  dataProblem: {
    title: 'Data problems',
    description: 'Days without orders, a service gone quiet, orders that came in twice.',
  },
} as const satisfies Record<string, InsightKindInfo>

export type InsightKind = keyof typeof INSIGHT_KINDS

export const isInsightKind = (text: string): text is InsightKind => Object.hasOwn(INSIGHT_KINDS, text)

/** In the order in which they are listed. */
export const INSIGHT_KIND_IDS: readonly InsightKind[] = Object.keys(INSIGHT_KINDS).filter(isInsightKind)

/** What is known of a kind. */
export const insightKindInfo = (kind: InsightKind): InsightKindInfo => INSIGHT_KINDS[kind]

/** How much it takes to be told of something. */
export const INSIGHT_SENSITIVITIES = ['quiet', 'balanced', 'eager'] as const
export type Sensitivity = (typeof INSIGHT_SENSITIVITIES)[number]

/** When the morning brief is mailed: after the first sync of a day, of a Monday, or not at all. */
export const BRIEF_CADENCES = ['daily', 'weekly', 'never'] as const
export type BriefCadence = (typeof BRIEF_CADENCES)[number]

/** What a language model may be sent beside the words of a sentence; the rest stays here behind a placeholder. */
export const SHAREABLE_PARTS = ['figures', 'productNames', 'clubNames', 'teamMemberNames'] as const
export type ShareablePart = (typeof SHAREABLE_PARTS)[number]

/** Metrics that a goal can be set for. */
export const GOAL_METRICS = ['netSales', 'orderCount', 'signups'] as const

/** Lengths of a goal: calendar months and quarters, and years, all by the account's fiscal year. */
export const GOAL_PERIODS = ['month', 'quarter', 'year'] as const
