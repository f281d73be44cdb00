import type { Goal, InsightSettings, ModelTrial } from '#contract/insights.ts'
import type { ShareablePart } from '#domain/insight-settings.ts'

interface Words {
  readonly label: string
  readonly description: string
}

export const SENSITIVITY_WORDS = {
  quiet: {
    label: 'Quiet',
    description: 'Only large and almost certain things. Most weeks nothing is said.',
  },
  balanced: {
    label: 'Normal',
    description: 'What a careful manager would want to hear of: clearly unusual, and worth some money.',
  },
  eager: {
    label: 'Eager',
    description: 'Smaller and less certain things too. Now and then one of them is chance.',
  },
} as const satisfies Record<InsightSettings['sensitivity'], Words>

export const CADENCE_WORDS = {
  daily: { label: 'Every day', description: 'In the morning, once the day’s first sync has finished.' },
  weekly: { label: 'Every Monday', description: 'After Monday’s first sync, with the week that has passed.' },
  never: { label: 'Never', description: 'Insights stand on their page and under the bell only.' },
} as const satisfies Record<InsightSettings['cadence'], Words>

export const SHARING_WORDS = {
  figures: { label: 'Figures', description: 'The numbers of the sentence, such as sales of a week.' },
  productNames: { label: 'Product names', description: 'What your bottles are called.' },
  clubNames: { label: 'Club names', description: 'What your clubs are called.' },
  teamMemberNames: { label: 'Team member names', description: 'First and last names of people who work for you.' },
} as const satisfies Record<ShareablePart, Words>

export const OUTCOME_WORDS = {
  works: 'It works: a made-up sentence came back in other words.',
  keyRefused: 'The provider does not take this key.',
  refused: 'The provider refused. Check the address and what the model is called.',
  noAnswer: 'Nobody answered at this address.',
  unusable: 'It answered, but not in a way that could be used. Cuvee would keep its own words.',
} as const satisfies Record<ModelTrial['outcome'], string>

export const GOAL_METRIC_WORDS = {
  netSales: 'Net sales',
  orderCount: 'Orders',
  signups: 'Club signups',
} as const satisfies Record<Goal['metric'], string>

export const GOAL_PERIOD_WORDS = {
  month: 'Month',
  quarter: 'Quarter',
  year: 'Year',
} as const satisfies Record<Goal['period'], string>
