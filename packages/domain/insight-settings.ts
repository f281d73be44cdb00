/** The significance required to report an insight. */
export const INSIGHT_SENSITIVITIES = ['quiet', 'balanced', 'eager'] as const
export type Sensitivity = (typeof INSIGHT_SENSITIVITIES)[number]

/** When the morning summary is emailed: after the first sync of a day, of a Monday, or never. */
export const DIGEST_CADENCES = ['daily', 'weekly', 'never'] as const
export type DigestCadence = (typeof DIGEST_CADENCES)[number]

/** What a language model may receive in addition to the template of a sentence; the rest is replaced by placeholders. */
export const SHAREABLE_PARTS = ['figures', 'productNames', 'clubNames', 'teamMemberNames'] as const
export type ShareablePart = (typeof SHAREABLE_PARTS)[number]

/** Metrics that a goal can be set for. */
export const GOAL_METRICS = ['netSales', 'orderCount', 'signups'] as const

/** Lengths of a goal, by the account's fiscal year. */
export const GOAL_PERIODS = ['month', 'quarter', 'year'] as const
