import type { Lineage } from '#contract/reports.ts'
import { aggregatedName, type Format } from '#domain/report-terms.ts'
import { decimalsForFormat, roundAnswer } from '#domain/round-answer.ts'
import { aggregateColumn } from '#semantic/compiler/aggregation.ts'
import {
  type ComparedNumber,
  comparedNumber,
  comparedRowsQuery,
  type FoldedComparison,
  foldComparison,
} from '#semantic/lineage/compared-rows.ts'
import { cellFormula } from '#semantic/lineage/drill.ts'
import type { FoldedProof } from '#semantic/lineage/fold-proof.ts'
import type { AnalyticsSettings, QuerySession } from '#server/modules/analytics/index.ts'
import type { AnsweredNumber } from './find-number.ts'

/** The number whose records are behind a number: of one that compares rows, the row's own. */
export const numberOfRecords = ({ query, cell }: AnsweredNumber): Pick<AnsweredNumber, 'query' | 'cell'> => {
  const compared = comparedNumber(query, cell)
  return compared === null ? { query, cell } : { query: compared.query, cell: compared.cell }
}

type Formula = Lineage['formula']

interface OwnNumber {
  readonly name: string
  readonly format: Format
}

/** The rows' own number: a measure of the report type, or arithmetic by its parts, such as `(Net sales − Tax)`. */
const ownNumber = ({ query, cell }: ComparedNumber): OwnNumber => {
  const { column } = cellFormula(query, cell)
  const { format } = aggregateColumn(column, cell.aggregation)
  const isArithmetic = query.calculations?.some(({ columnId }) => columnId === cell.measure) === true
  const name = isArithmetic ? `(${column.description})` : aggregatedName(column.displayName, cell.aggregation)
  return { name, format }
}

const formulaOfRows = (
  { comparison: { kind, direction } }: ComparedNumber,
  { own: value, others, isAfterGap }: FoldedComparison,
  { name, format }: OwnNumber,
): Formula => {
  const own = { name: `${name} of this row`, value, format }
  const calculated = (other: Formula['parts'][number], sign: string): Formula => ({
    operator: 'calculate',
    expression: `${own.name} ${sign} ${other.name}`,
    parts: [own, other],
  })
  switch (kind) {
    case 'runningTotal':
      return calculated({ name: `${name} of all rows above`, value: others, format }, '+')
    case 'difference':
      return calculated(
        { name: `${name} of ${isAfterGap ? 'a period without rows' : 'the previous row'}`, value: others, format },
        '−',
      )
    case 'rank': {
      const other = `rows with a ${direction === 'desc' ? 'higher' : 'lower'} value`
      const parts = [own, { name: other, value: others, format: 'integer' as const }]
      return { operator: 'calculate', expression: `1 + ${other}`, parts }
    }
  }
}

/** Sums and differences without the bits that binary fractions leave. */
const rounded = (folded: FoldedComparison, format: Format, minorUnits: number): FoldedComparison => {
  const isMoney = format === 'currency'
  const shown = (value: number | null): number | null =>
    value === null ? null : roundAnswer(isMoney ? value * minorUnits : value, { format, isMoney, minorUnits })
  return { ...folded, computed: shown(folded.computed), others: shown(folded.others) }
}

/** Numbers of rows are rounded, so each that is used may be half a unit off. */
const isWithinRounding = (
  { cell, computed, rounded: count }: FoldedComparison,
  { comparison: { kind } }: ComparedNumber,
  format: Format,
  minorUnits: number,
): boolean => {
  if (cell === null || computed === null) return cell === computed
  if (kind === 'rank') return Math.abs(cell - computed) <= count
  const unit = format === 'currency' ? 1 / minorUnits : 10 ** -(decimalsForFormat(format) ?? CERTAIN_DECIMALS)
  return Math.abs(cell - computed) <= unit * count
}

/** Of sums of whole numbers. */
const CERTAIN_DECIMALS = 9

/**
 * How a running total, a difference or a rank follows from the rows of its report, computed again from their own numbers. `proof`:
 * of the row's own number, from its records. Null for any other number.
 */
export const explainRowComparison = async (
  session: QuerySession,
  { minorUnits, calendar }: Pick<AnalyticsSettings, 'minorUnits' | 'calendar'>,
  { query, cell }: AnsweredNumber,
  proof: FoldedProof,
) => {
  const compared = comparedNumber(query, cell)
  if (compared === null) return null
  const own = ownNumber(compared)
  const found = foldComparison(compared, await session.rows(comparedRowsQuery(compared, cell)), calendar)
  const folded = compared.comparison.kind === 'rank' ? found : rounded(found, own.format, minorUnits)
  const formula = formulaOfRows(compared, folded, own)
  return {
    formula,
    proof: {
      parts: formula.parts.map(({ name, value }) => ({ name, sum: value })),
      computed: folded.computed,
      cell: folded.cell,
      matches: proof.matches && isWithinRounding(folded, compared, own.format, minorUnits),
      records: proof.records,
      isSum: false,
    },
  }
}
