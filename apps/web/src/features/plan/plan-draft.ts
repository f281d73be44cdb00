import type { MeasurePlan, Plan, PlanRow, SavedPlan } from '#contract/plans.ts'
import { withoutCurrency } from '#domain/money-text.ts'
import { PLAN_MEASURE_IDS, type PlanBreakdown, type PlanMeasureId } from '#domain/winery-plan.ts'

/** A row of the grid: amounts as typed, by month. */
export interface DraftRow {
  /** of the breakdown; null: without one */
  readonly value: string | null
  readonly cells: readonly string[]
}

export interface DraftMeasure {
  readonly measure: PlanMeasureId
  readonly breakdown: PlanBreakdown
  readonly rows: readonly DraftRow[]
}

/** A version of a plan that is being edited. */
export interface PlanDraft {
  readonly name: string
  readonly isCurrent: boolean
  readonly measures: readonly DraftMeasure[]
}

const MONTHS = 12
export const emptyRow = (value: string | null): DraftRow => ({ value, cells: Array.from({ length: MONTHS }, () => '') })

const typed = (amount: number | null, decimal: string): string => {
  if (amount === null) return ''
  const [whole = '', part] = String(amount).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, decimal === ',' ? '.' : ',')
  return part === undefined ? grouped : `${grouped}${decimal}${part}`
}

/** `decimal`: the reader's decimal sign. */
const toDraftRow = ({ value, amounts }: PlanRow, decimal: string): DraftRow => ({
  value,
  cells: amounts.map((amount) => typed(amount, decimal)),
})

export const planToDraft = (
  { name, isCurrent, measures }: Pick<Plan, keyof PlanDraft>,
  decimal: string,
): PlanDraft => ({
  name,
  isCurrent,
  measures: measures.map((one) => ({ ...one, rows: one.rows.map((row) => toDraftRow(row, decimal)) })),
})

/** The decimal sign of a culture: `.` or `,`. */
export const decimalSign = (culture: string): string =>
  new Intl.NumberFormat(culture).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'

const MOST = 1e12

/** An amount as typed or pasted, with or without currency and grouping. Null: blank; undefined: it cannot be read. */
export const parseAmount = (text: string, decimal: string): number | null | undefined => {
  const plain = withoutCurrency(text).replace(/[\s\u00A0'’]/g, '')
  if (plain === '' || /^[-–—]$/.test(plain)) return null
  const group = decimal === ',' ? '.' : ','
  const [whole = '', part, ...more] = plain.split(decimal)
  const isGrouped = /^\d+$/.test(whole) || new RegExp(`^\\d{1,3}(\\${group}\\d{3})+$`).test(whole)
  if (more.length > 0 || !(isGrouped || (whole === '' && part)) || !/^\d*$/.test(part ?? '')) return undefined
  const amount = Number(`${whole.replaceAll(group, '')}.${part ?? '0'}`)
  return Number.isFinite(amount) && amount <= MOST ? amount : undefined
}

/** A cell that cannot be read, by its row and month. */
export interface CellProblem {
  readonly measure: PlanMeasureId
  readonly value: string | null
  readonly month: number
  readonly text: string
}

export const cellProblems = ({ measures }: PlanDraft, decimal: string): CellProblem[] =>
  measures.flatMap(({ measure, rows }) =>
    rows.flatMap(({ value, cells }) =>
      cells.flatMap((text, month) =>
        parseAmount(text, decimal) === undefined ? [{ measure, value, month, text }] : [],
      ),
    ),
  )

/** What is saved: rows without any amount are left out. */
export const draftToPlan = ({ name, isCurrent, measures }: PlanDraft, decimal: string): SavedPlan => ({
  name: name.trim(),
  isCurrent,
  measures: measures.flatMap(({ measure, breakdown, rows }): MeasurePlan[] => {
    const filled = rows
      .map(({ value, cells }) => ({ value, amounts: cells.map((text) => parseAmount(text, decimal) ?? null) }))
      .filter(({ amounts }) => amounts.some((amount) => amount !== null))
    return filled.length === 0 ? [] : [{ measure, breakdown, rows: filled }]
  }),
})

export const measureOf = ({ measures }: PlanDraft, measure: PlanMeasureId): DraftMeasure =>
  measures.find((one) => one.measure === measure) ?? { measure, breakdown: 'none', rows: [emptyRow(null)] }

export const withMeasure = (draft: PlanDraft, changed: DraftMeasure): PlanDraft => ({
  ...draft,
  measures: PLAN_MEASURE_IDS.flatMap((id) => {
    if (id === changed.measure) return [changed]
    return draft.measures.filter(({ measure }) => measure === id)
  }),
})

/** Another breakdown begins with no amounts. */
export const withBreakdown = (measure: DraftMeasure, breakdown: PlanBreakdown): DraftMeasure => ({
  ...measure,
  breakdown,
  rows: breakdown === 'none' ? [emptyRow(null)] : [],
})

/** Of a cell in the grid. */
export interface Coordinate {
  readonly row: number
  readonly month: number
}

/** Texts of a spreadsheet, from a cell on to the right and down; what does not fit is left out. */
export const pasteAt = (
  measure: DraftMeasure,
  { row, month }: Coordinate,
  texts: readonly (readonly string[])[],
): DraftMeasure => ({
  ...measure,
  rows: measure.rows.map(({ value, cells }, index) => ({
    value,
    cells: cells.map((cell, at) => texts[index - row]?.[at - month] ?? cell),
  })),
})

/** The months after a cell get its amount. */
export const fillRight = (measure: DraftMeasure, row: number, month: number): DraftMeasure => {
  const text = measure.rows[row]?.cells[month] ?? ''
  return pasteAt(measure, { row, month }, [Array.from({ length: MONTHS }, () => text)])
}

/** Rows of actual amounts, changed by a percentage: money to the major unit, counts to one. */
export const rowsFrom = (rows: readonly PlanRow[], percent: number, decimal: string): DraftRow[] => {
  const grown = (amount: number | null) => (amount === null ? null : Math.round(amount * (1 + percent / 100)))
  return rows.map(({ value, amounts }) => toDraftRow({ value, amounts: amounts.map(grown) }, decimal))
}

/** Totals of rows and months; null where a cell cannot be read. */
export const totalOf = (cells: readonly string[], decimal: string): number | null => {
  const amounts = cells.map((text) => parseAmount(text, decimal))
  return amounts.includes(undefined) ? null : amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0)
}
