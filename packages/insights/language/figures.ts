import { lookupTable } from '#domain/lookup-table.ts'
import { estimated, type InsightBase, twoDigits } from '../insight/define-insight.ts'
import type { Figure } from '../insight/figure.ts'
import { getInsightDefinition, INSIGHT_KINDS, type Insight } from '../registry.ts'

/** Maximum odds shown, because no statistic is more certain. */
const MAX_CONFIDENCE = 0.99
const MAX_ODDS = 10_000

const unusualFigures = ({ unusual, confidence }: InsightBase): Figure[] => {
  if (unusual === null) return []
  const odds = Math.min(MAX_ODDS, twoDigits(1 / Math.max(unusual.probability, 1 / MAX_ODDS)))
  const certainty = Math.min(MAX_CONFIDENCE, Math.floor(confidence * 100) / 100)
  return [estimated('odds', odds, 'count', 'rarity'), estimated('certainty', certainty, 'share', 'certainty')]
}

/** Additional figures of the text: odds, confidence, and those of the listed people. */
export const extraFigures = (insight: Insight): Figure[] => [
  ...unusualFigures(insight),
  ...(getInsightDefinition(insight).extraFigures?.(insight) ?? []),
]

const COMMON_LABELS: Readonly<Record<string, string>> = lookupTable({
  actual: 'Actual',
  expected: 'Expected',
  low: 'Normal range, low',
  high: 'Normal range, high',
  difference: 'Difference',
  change: 'Change',
  days: 'Days',
  stake: 'At stake',
  odds: 'By chance, once in',
  certainty: 'Confidence',
})

const spaced = (id: string): string => id.replace(/([A-Z])/g, ' $1').toLowerCase()

/** The label of a figure in a list. `owner` names its group, period or person. */
export const figureLabel = (insight: Insight, id: string, owner: string | null = null): string => {
  const own = id.slice(id.indexOf('.') + 1)
  const labels: Readonly<Record<string, string>> = lookupTable({
    ...COMMON_LABELS,
    ...getInsightDefinition(insight).figureLabels,
  })
  const label = labels[id] ?? labels[own] ?? spaced(own)
  return owner === null ? label : `${owner}: ${label}`
}

const METHODS: Readonly<Record<string, string>> = Object.assign(
  {
    rarity: 'The probability of a difference this large in either direction by chance.',
    certainty: '1 − false discovery rate.',
  },
  ...INSIGHT_KINDS.map(({ methods }) => methods ?? {}),
)

/** Description of an estimation method, for users. */
export const methodText = (method: string): string => METHODS[method] ?? method
