import { ACCOUNT, isSameSubject, METRICS } from '#insights/account/metric.ts'
import { type Figure, recompute } from '#insights/insight/figure.ts'
import type { AnalysisInput } from '#insights/insight/inputs.ts'
import type { Insight } from '#insights/registry.ts'
import { sumOfDays } from '#insights/series/series.ts'

/** Null when the history does not contain the figure. */
const currentValue = ({ recipe }: Figure, { series, changes }: AnalysisInput): number | null => {
  if (recipe.kind !== 'measured') return null
  const known = series.find(({ metric, subject }) => metric === recipe.metric && isSameSubject(subject, recipe.subject))
  if (known !== undefined) {
    const sum = sumOfDays(known.days, recipe.range)
    return Number.isNaN(sum) ? null : sum
  }
  return changes.map((change) => inChange(recipe, change)).find((sum) => sum !== null) ?? null
}

type Measured = Extract<Figure['recipe'], { kind: 'measured' }>

const inChange = ({ metric, subject, range }: Measured, change: AnalysisInput['changes'][number]): number | null => {
  const when = (
    [
      ['before', change.before],
      ['after', change.after],
    ] as const
  ).find(([, days]) => days.from === range.from && days.until === range.until)?.[0]
  const dimension = change.dimensions.find(
    ({ money, count, dimension: kind }) =>
      (money === metric || count === metric) && (subject.kind === 'account' || subject.kind === kind),
  )
  if (when === undefined || dimension === undefined) return null
  const part = METRICS[metric].unit === 'money' ? 'money' : 'count'
  const cells = isSameSubject(subject, ACCOUNT)
    ? dimension.cells
    : dimension.cells.filter(({ group }) => subject.kind !== 'account' && group === subject.value)
  return cells.reduce((sum, cell) => sum + cell[when][part], 0)
}

const isOfReport = ({ recipe }: Figure): boolean => recipe.kind === 'measured' || recipe.kind === 'reported'

type Remeasured =
  /** all measured figures are unchanged */
  | 'same'
  /** a figure cannot be measured from this history */
  | 'unknown'
  | { readonly figures: readonly Figure[] }

/** Measures the figures of an insight again on the current data, with the figures computed from them. */
export const remeasure = (insight: Insight, task: AnalysisInput): Remeasured => {
  let isSame = true
  const measured: Figure[] = []
  for (const figure of insight.figures) {
    const now = isOfReport(figure) ? currentValue(figure, task) : figure.value
    if (now === null) return 'unknown'
    isSame = isSame && now === figure.value
    measured.push({ ...figure, value: now })
  }
  if (isSame) return 'same'
  const figures: Figure[] = []
  for (const figure of measured) {
    const known = [...figures, ...measured.slice(figures.length)]
    figures.push({ ...figure, value: recompute(figure, known) ?? figure.value })
  }
  return { figures }
}
