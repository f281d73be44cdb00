import type { Formats } from '#charts/value-format.ts'
import type { FigureProvenance, InsightFigure } from '#contract/insights.ts'

type Figures = readonly InsightFigure[]

export const findFigure = (figures: Figures, id: string): InsightFigure | null =>
  figures.find((figure) => figure.id === id) ?? null

/** The exact value with its sign, as its report shows it, not as a sentence rounds it. */
export const exactText = ({ value, format, text }: InsightFigure, formats: Formats): string =>
  format === 'text' ? text : formats.value(value, format)

/** The page that shows the figure; null when there is none. */
export const reportAddress = ({ receipt }: InsightFigure): string | null =>
  receipt.kind === 'report' || receipt.kind === 'records' ? receipt.address : null

const SIGNS = { difference: ' − ', change: ' ÷ ', ratio: ' ÷ ', sum: ' + ', product: ' × ' } as const

type Rule = Extract<FigureProvenance, { kind: 'rule' }>

/** The figures of longer sums are in a table above. */
const LONGEST_SUM = 6

const ruleText = ({ rule, of }: Rule, figures: Figures, write: (figure: InsightFigure) => string): string => {
  const parts = of.map((id) => {
    const figure = findFigure(figures, id)
    return figure === null ? id : write(figure)
  })
  if (rule === 'sum' && parts.length > LONGEST_SUM)
    return `Sum of the ${parts.length} figures above, from ${parts[0]} to ${parts.at(-1)}`
  if (rule !== 'change') return parts.join(SIGNS[rule])
  const [now = '', before = ''] = parts
  return `(${now} − ${before}) ÷ ${before}`
}

const FORECAST_PARTS = {
  expected: 'Forecast',
  low: 'Forecast low',
  high: 'Forecast high',
} as const

/** How a figure is calculated, in words; a report is named by its days. `write`: a part of it; default: with its value. */
export const provenanceText = (
  { receipt }: InsightFigure,
  figures: Figures,
  formats: Formats,
  write = (part: InsightFigure): string => `${part.label} ${exactText(part, formats)}`,
): string => {
  switch (receipt.kind) {
    case 'report':
      return receipt.from === undefined || receipt.until === undefined
        ? 'From the report, as of now'
        : `From the report, ${formats.range(receipt.from, receipt.until)}`
    case 'rule':
      return ruleText(receipt, figures, write)
    case 'forecast':
      return `${FORECAST_PARTS[receipt.part]}, based on the days before ${formats.range(receipt.from, receipt.until)}`
    case 'records':
    case 'method':
      return receipt.words
  }
}

/** Figures of the insight itself; those of people and groups are in their own tables. */
export const ownFigures = (
  figures: Figures,
  tables: {
    readonly people: readonly { readonly figures: readonly string[] }[]
    readonly split: { readonly groups: readonly Readonly<Record<'before' | 'after' | 'change', string>>[] } | null
  },
): Figures => {
  const elsewhere = new Set([
    ...tables.people.flatMap((person) => person.figures),
    ...(tables.split?.groups.flatMap(({ before, after, change }) => [before, after, change]) ?? []),
  ])
  return figures.filter(({ id }) => !elsewhere.has(id))
}
