import type { Formats } from '#charts/value-format.ts'
import type { FigureReceipt, InsightFigure } from '#contract/insights.ts'

type Figures = readonly InsightFigure[]

export const figureOf = (figures: Figures, id: string): InsightFigure | null =>
  figures.find((figure) => figure.id === id) ?? null

/** In full and with its sign: what the report behind it shows, not what a sentence makes of it. */
export const exactText = ({ value, format, text }: InsightFigure, formats: Formats): string =>
  format === 'text' ? text : formats.value(value, format)

/** The page that shows the figure; null where none does. */
export const addressOf = ({ receipt }: InsightFigure): string | null =>
  receipt.kind === 'report' || receipt.kind === 'records' ? receipt.address : null

const SIGNS = { difference: ' − ', change: ' ÷ ', ratio: ' ÷ ', sum: ' + ', product: ' × ' } as const

type Rule = Extract<FigureReceipt, { kind: 'rule' }>

/** Longer sums are of figures that stand in a table of their own, above. */
const LONGEST_SUM = 6

const ruleWords = ({ rule, of }: Rule, figures: Figures, formats: Formats): string => {
  const parts = of.map((id) => {
    const figure = figureOf(figures, id)
    return figure === null ? id : `${figure.label} ${exactText(figure, formats)}`
  })
  if (rule === 'sum' && parts.length > LONGEST_SUM)
    return `Sum of ${parts.length} figures above, from ${parts[0]} to ${parts.at(-1)}`
  if (rule !== 'change') return parts.join(SIGNS[rule])
  const [now = '', before = ''] = parts
  return `(${now} − ${before}) ÷ ${before}`
}

const FORETOLD = {
  expected: 'Expected',
  low: 'Least that was likely',
  high: 'Most that was likely',
} as const

/** How a figure came about, in words; the words of a report name its days. */
export const receiptWords = ({ receipt }: InsightFigure, figures: Figures, formats: Formats): string => {
  switch (receipt.kind) {
    case 'report':
      return receipt.from === undefined || receipt.until === undefined
        ? 'From the report, as things stand now'
        : `From the report, ${formats.range(receipt.from, receipt.until)}`
    case 'rule':
      return ruleWords(receipt, figures, formats)
    case 'forecast':
      return `${FORETOLD[receipt.part]} from the days before ${formats.range(receipt.from, receipt.until)}`
    case 'records':
    case 'method':
      return receipt.words
  }
}

/** Figures of the insight itself: those about its people and its groups stand in their tables. */
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
