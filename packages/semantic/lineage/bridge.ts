import { findColumn, findReportType } from '../catalog/catalog.ts'
import type { BridgeValue, Exclusion } from '../catalog/formula.ts'
import { type Aggregate, type Field, hasOwnDates } from '../catalog/formula.ts'
import type { ReportType } from '../catalog/report-type.ts'
import {
  buildSource,
  type Compilation,
  type CompiledStatement,
  type CompilerOptions,
  getReportType,
  startCompilation,
  toStatement,
} from '../compiler/compilation.ts'
import { buildRestriction } from '../compiler/compile-groups.ts'
import { fromClause, whereClause } from '../compiler/source.ts'
import type { SemanticQuery } from '../query.ts'
import { type Cell, cellFactRecords, cellRecords } from './cell-records.ts'
import { cellFormula } from './drill.ts'

/** The statement of a bridge, and how to read its rows: step, records, refunds, value, then a sum and a count of each adjustment, and rounding. */
export interface BridgePlan {
  /** report type of the records */
  readonly reportType: string
  /** whether records may be refunds */
  readonly hasRefunds: boolean
  /** whether values add up to the figure, or to the first part of its ratio */
  readonly hasAmounts: boolean
  /** the number of counted records is the figure, or the first part of its ratio */
  readonly countsRecords: boolean
  /** in minor units */
  readonly isMoney: boolean
  /** labels of the steps after the first, which are the counted records */
  readonly exclusions: readonly string[]
  readonly adjustments: readonly string[]
  readonly statement: CompiledStatement
}

const REST = 'Not included in this number'

const SUMS: readonly Aggregate['kind'][] = ['sum', 'sumDecimal']

interface BridgeSource {
  readonly records: SemanticQuery
  readonly type: ReportType
  readonly leaf: Aggregate
  readonly bridge: BridgeValue | undefined
  readonly isMoney: boolean
}

/** Records of the figure and its aggregate: that of a ratio is the numerator. Null for one that has no records of its own. */
const bridgeSource = (query: SemanticQuery, cell: Cell): BridgeSource | null => {
  const { column, formula } = cellFormula(query, cell)
  if (query.planned !== undefined) return null
  if (formula.kind === 'operation' || formula.kind === 'part') return null
  const leaf = formula.kind === 'ratio' ? formula.numerator : formula
  const records = leaf.fact === undefined ? cellRecords(query, cell.row) : cellFactRecords(query, cell.row, leaf.fact)
  const type = findReportType(records.reportType)
  if (type === null) return null
  const own = findColumn(type, column.columnId)
  const isMoney =
    formula.kind === 'ratio' ? (formula.money?.[0] ?? column.type === 'currency') : column.type === 'currency'
  const bridge =
    own?.kind === 'measure' && (cell.aggregation === 'None' || cell.aggregation === 'Sum') ? own.bridge : undefined
  return { records, type, leaf, bridge, isMoney }
}

const addedValue = ({ leaf, bridge }: BridgeSource): Field | null => {
  if (!SUMS.includes(leaf.kind)) return null
  return bridge?.value ?? ('of' in leaf && typeof leaf.of === 'function' ? leaf.of : null)
}

const ofOtherCurrencies = ({ currencyColumn }: ReportType): Exclusion[] =>
  currencyColumn === null
    ? []
    : [{ label: 'Other currencies', where: (scope) => `(${scope.col(currencyColumn)} <> ${scope.currency()})` }]

const isOwnCurrency = ({ currencyColumn }: ReportType): Field[] =>
  currencyColumn === null ? [] : [(scope) => `(${scope.col(currencyColumn)} = ${scope.currency()})`]

/** 0 for counted records, else the number of the first exclusion that holds. */
const stepSql = ({ scope, type }: Compilation, leaf: Aggregate, exclusions: readonly Exclusion[]): string => {
  const counted = [...isOwnCurrency(type), ...(leaf.where ? [leaf.where] : [])].map((where) => where(scope))
  const reasons = exclusions.map(({ where }, index) => `WHEN ${where(scope)} THEN ${index + 1}`)
  if (counted.length === 0) return '0'
  return `CASE WHEN ${counted.join(' AND ')} THEN 0 ${reasons.join(' ')} ELSE ${exclusions.length + 1} END`
}

/**
 * How all records under the figure's filters and dates become the ones that it counts: the number and the value of the records at
 * each step. Values come from the records themselves and the sums of an order from its lines, so a fault in what the loader
 * derived shows as a difference. Null for a figure without records of its own. Throws `InvalidQuery`.
 */
export const compileBridge = (query: SemanticQuery, cell: Cell, options: CompilerOptions): BridgePlan | null => {
  const found = bridgeSource(query, cell)
  if (found === null) return null
  const { records, type, leaf, bridge, isMoney } = found
  const whole: Compilation = { ...startCompilation(records, options), type: getReportType(records) }
  const { scope, dialect } = whole
  const exclusions = [...ofOtherCurrencies(type), ...(type.exclusions ?? [])]
  const value = addedValue(found)
  const adjustments = bridge?.adjustments?.(scope.definitions) ?? []
  const hasRefunds = type.unpaid !== undefined
  const fields = [
    `${stepSql(whole, leaf, exclusions)} AS step`,
    `${hasRefunds ? `CASE WHEN ${scope.col('is_refund')} THEN 1 ELSE 0 END` : '0'} AS refund`,
    `${value?.(scope) ?? '0'} AS v`,
    ...adjustments.map((adjustment, index) => `${adjustment.value(scope)} AS a${index + 1}`),
    `${bridge?.rounding?.(scope) ?? '0'} AS rounding`,
  ]
  const source = buildSource(whole, scope, 'all')
  const { joins, conditions } = buildRestriction(whole)(scope)
  const range = source.range === null || hasOwnDates(leaf) ? [] : [source.range()]
  const where = whereClause([...source.conditions, ...range, ...conditions])
  const from = `${fromClause({ scope, type, source })}${joins}${where}`
  const sums = [
    dialect.countWhere(null),
    dialect.countWhere('r.refund = 1'),
    dialect.sumDecimal('r.v', null),
    ...adjustments.flatMap((_, index) => [
      dialect.sumDecimal(`r.a${index + 1}`, null),
      dialect.countWhere(`r.a${index + 1} <> 0`),
    ]),
    dialect.sumDecimal('r.rounding', null),
  ]
  return {
    reportType: type.reportType,
    hasRefunds,
    hasAmounts: value !== null,
    countsRecords: leaf.kind === 'count',
    isMoney,
    exclusions: [...exclusions.map(({ label }) => label), REST],
    adjustments: adjustments.map(({ label }) => label),
    statement: toStatement(
      whole,
      `SELECT r.step, ${sums.join(', ')} FROM (SELECT ${fields.join(', ')} ${from}) AS r GROUP BY r.step ORDER BY r.step`,
    ),
  }
}
