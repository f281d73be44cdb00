import type { CalculationOperator, Format } from '#domain/report-terms.ts'
import type { Column } from '../catalog/column.ts'
import type { Aggregate, CoarserAggregate, Formula, Part, Ratio, Term } from '../catalog/formula.ts'
import { aggregateColumn } from '../compiler/aggregation.ts'
import type { Definitions } from '../definitions/definitions.ts'

/** A part of a formula. */
interface FormulaPart {
  /** such as `Net sales excluding refunds` */
  readonly name: string
  readonly format: Format
  /** returned in minor units */
  readonly isMoney: boolean
}

/** A computation with the values of parts, money in major units. */
export type FormulaTerm =
  | { readonly kind: 'part'; readonly index: number }
  | { readonly kind: 'constant'; readonly value: number }
  | {
      readonly kind: 'operation'
      readonly operator: CalculationOperator
      readonly left: FormulaTerm
      readonly right: FormulaTerm
    }

/** How a number is computed from its parts: a single part, the first ÷ the second, or a calculation of several. */
export interface FormulaDescription {
  readonly operator: 'none' | 'divide' | 'calculate'
  readonly parts: readonly FormulaPart[]
  readonly term: FormulaTerm
  /** of a calculation, with the names of its measures */
  readonly expression: string | null
}

const ownFormat = (leaf: Aggregate | CoarserAggregate): Format => {
  const { kind } = leaf.kind === 'coarser' ? leaf.of : leaf
  return kind === 'sumDecimal' || kind === 'sumOnce' || kind === 'average' || kind === 'quantile' ? 'number' : 'integer'
}

const toFormulaPart = (name: string, leaf: Aggregate | CoarserAggregate, isMoney: boolean): FormulaPart => ({
  name,
  isMoney,
  format: isMoney ? 'currency' : ownFormat(leaf),
})

const ratioParts = (
  { numerator, denominator, money, names }: Ratio,
  isMoney: boolean,
  definitions: Definitions,
): FormulaPart[] => {
  const [ofNumerator, ofDenominator] = money ?? [isMoney, false]
  const [first, second] = typeof names === 'function' ? names(definitions) : names
  return [toFormulaPart(first, numerator, ofNumerator), toFormulaPart(second, denominator, ofDenominator)]
}

interface Described {
  readonly name: string
  readonly format: Format
  readonly isMoney: boolean
  readonly formula: Formula | CoarserAggregate
}

/** One part, or two of which the first is divided by the second. An average is a sum ÷ the number of records that have a value. */
const formulaParts = ({ name, format, isMoney, formula }: Described, definitions: Definitions): FormulaPart[] => {
  if (formula.kind === 'ratio') return ratioParts(formula, isMoney, definitions)
  if (formula.kind !== 'average') return [{ name, format, isMoney }]
  return [
    { name: `Sum of ${name}`, format, isMoney },
    { name: 'Records with a value', format: 'integer', isMoney: false },
  ]
}

const termOf = (parts: readonly FormulaPart[], index: number): FormulaTerm =>
  parts.length === 1
    ? { kind: 'part', index }
    : {
        kind: 'operation',
        operator: 'divide',
        left: { kind: 'part', index },
        right: { kind: 'part', index: index + 1 },
      }

interface DescribedTerm {
  readonly term: FormulaTerm
  readonly text: string
}

const SIGNS: Readonly<Record<CalculationOperator, string>> = { add: '+', subtract: '−', multiply: '×', divide: '÷' }

const nested = (term: Term, text: string): string => (term.kind === 'operation' ? `(${text})` : text)

/** Collects the parts of a calculation from left to right, as its aggregates are listed. */
const describeTerm = (term: Term, parts: FormulaPart[], definitions: Definitions): DescribedTerm => {
  if (term.kind === 'constant') return { term: { kind: 'constant', value: term.value }, text: String(term.value) }
  if (term.kind === 'part') {
    const own = formulaParts(term, definitions)
    const described = termOf(own, parts.length)
    parts.push(...own)
    return { term: described, text: term.name }
  }
  const { operator } = term
  const left = describeTerm(term.left, parts, definitions)
  const right = describeTerm(term.right, parts, definitions)
  return {
    term: { kind: 'operation', operator, left: left.term, right: right.term },
    text: `${nested(term.left, left.text)} ${SIGNS[operator]} ${nested(term.right, right.text)}`,
  }
}

const describeCalculation = (term: Part | Extract<Term, { kind: 'operation' }>, definitions: Definitions) => {
  const parts: FormulaPart[] = []
  const described = describeTerm(term, parts, definitions)
  return { operator: 'calculate' as const, parts, term: described.term, expression: described.text }
}

/** The parts of a column's formula, with names. Throws `NotAggregatable`. */
export const describeFormula = (
  column: Column,
  aggregation: Parameters<typeof aggregateColumn>[1],
  definitions: Definitions,
): FormulaDescription => {
  const { formula, isMoney, format } = aggregateColumn(column, aggregation)
  if (formula.kind === 'operation' || formula.kind === 'part') return describeCalculation(formula, definitions)
  const parts = formulaParts({ name: column.displayName, format, isMoney, formula }, definitions)
  return { operator: parts.length === 1 ? 'none' : 'divide', parts, term: termOf(parts, 0), expression: null }
}
