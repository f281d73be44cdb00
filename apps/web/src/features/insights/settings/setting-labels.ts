import type { InsightSettings, ModelTrial } from '#contract/insights.ts'
import type { ShareablePart } from '#domain/insight-settings.ts'

interface Labels {
  readonly label: string
  readonly description: string
}

export const SENSITIVITY_LABELS = {
  quiet: {
    label: 'Low',
    description: 'Only large changes that are almost certain. Most weeks have none.',
  },
  balanced: {
    label: 'Medium',
    description: 'Clearly unusual changes that affect revenue.',
  },
  eager: {
    label: 'High',
    description: 'Smaller and less certain changes, too. Some may be due to chance.',
  },
} as const satisfies Record<InsightSettings['sensitivity'], Labels>

export const CADENCE_LABELS = {
  daily: { label: 'Every day', description: 'In the morning, after the day’s first sync.' },
  weekly: { label: 'Every Monday', description: 'After Monday’s first sync, for the past week.' },
  never: { label: 'Never', description: 'Insights appear only on their page and under the bell.' },
} as const satisfies Record<InsightSettings['cadence'], Labels>

export const SHARING_LABELS = {
  figures: { label: 'Figures', description: 'The numbers in the sentence, such as weekly sales.' },
  productNames: { label: 'Product names', description: 'Names of your products.' },
  clubNames: { label: 'Club names', description: 'Names of your clubs.' },
  teamMemberNames: { label: 'Team member names', description: 'First and last names of your staff.' },
} as const satisfies Record<ShareablePart, Labels>

export const OUTCOME_MESSAGES = {
  works: 'It works: a sample sentence was rephrased.',
  keyRefused: 'The provider rejected this key.',
  refused: 'The provider rejected the request. Check the URL and the model name.',
  noAnswer: 'No response from this URL.',
  unusable: 'The response couldn’t be used. Cuvee would keep its own sentences.',
} as const satisfies Record<ModelTrial['outcome'], string>
