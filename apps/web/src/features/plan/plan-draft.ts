import type { MeasurePlan, Plan, PlanRow } from '#contract/plans.ts'
import { withoutCurrency } from '#domain/money-text.ts'
import { PLAN_MEASURE_IDS, type PlanBreakdown, type PlanMeasureId, spreadAmount } from '#domain/winery-plan.ts'

/** A row of the grid: amounts as typed, by month. */
export interface DraftRow {
  /** of the breakdown; null: without one, or of what has no value */
  readonly value: string | null
  readonly cells: readonly string[]
}

/** Amounts by one breakdown. */
export interface Split {
  readonly breakdown: PlanBreakdown
  readonly rows: readonly DraftRow[]
}

export interface DraftMeasure extends Split {
  readonly measure: PlanMeasureId
  /** what was entered by other breakdowns, which are not saved */
  readonly others: readonly Split[]
}

/** By month; null: none, or one that cannot be read. */
export type Amounts = readonly (number | null)[]

/** A measure that is edited. `months`: their first days; `key`: of the cell that is typed in. */
export interface Editing {
  readonly measure: DraftMeasure
  readonly months: readonly string[]
  readonly planned: Amounts
  /** what the months brought, up to the running one */
  readonly actual: Amounts
  readonly decimal: string
  readonly onChange: (measure: DraftMeasure, key?: string) => void
}

/** The amounts of a version that is being edited. */
export type PlanDraft = Readonly<Partial<Record<PlanMeasureId, DraftMeasure>>>

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

export const planToDraft = ({ measures }: Pick<Plan, 'measures'>, decimal: string): PlanDraft =>
  Object.fromEntries(
    measures.map((one) => [one.measure, { ...one, rows: one.rows.map((row) => toDraftRow(row, decimal)), others: [] }]),
  )

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

/** In the order of the catalog. */
const measuresOf = (draft: PlanDraft): DraftMeasure[] => PLAN_MEASURE_IDS.flatMap((id) => draft[id] ?? [])

export const cellProblems = (draft: PlanDraft, decimal: string): CellProblem[] =>
  measuresOf(draft).flatMap(({ measure, rows }) =>
    rows.flatMap(({ value, cells }) =>
      cells.flatMap((text, month) =>
        parseAmount(text, decimal) === undefined ? [{ measure, value, month, text }] : [],
      ),
    ),
  )

/** What is saved: rows without any amount are left out. */
export const draftToPlan = (draft: PlanDraft, decimal: string): MeasurePlan[] =>
  measuresOf(draft).flatMap(({ measure, breakdown, rows }): MeasurePlan[] => {
    const filled = rows
      .map(({ value, cells }) => ({ value, amounts: cells.map((text) => parseAmount(text, decimal) ?? null) }))
      .filter(({ amounts }) => amounts.some((amount) => amount !== null))
    return filled.length === 0 ? [] : [{ measure, breakdown, rows: filled }]
  })

/** What makes a difference: amounts that would be saved, and cells that cannot be read. */
export const serializePlan = (draft: PlanDraft, decimal: string): string =>
  JSON.stringify([draftToPlan(draft, decimal), cellProblems(draft, decimal)])

export const changedMeasures = (draft: PlanDraft, saved: PlanDraft, decimal: string): DraftMeasure[] =>
  measuresOf(draft).filter(
    (one) =>
      serializePlan({ [one.measure]: one }, decimal) !==
      serializePlan({ [one.measure]: measureOf(saved, one.measure) }, decimal),
  )

export const measureOf = (draft: PlanDraft, measure: PlanMeasureId): DraftMeasure =>
  draft[measure] ?? { measure, breakdown: 'none', rows: [emptyRow(null)], others: [] }

export const hasAmounts = ({ rows }: Pick<Split, 'rows'>): boolean =>
  rows.some(({ cells }) => cells.some((text) => text.trim() !== ''))

/** Amounts were entered, but not by the breakdown that would be saved. */
export const findUnsplit = (draft: PlanDraft): DraftMeasure | undefined =>
  measuresOf(draft).find((one) => one.breakdown !== 'none' && !hasAmounts(one) && one.others.some(hasAmounts))

/** The measure by another breakdown. What was entered by the last one is kept. */
export const withSplit = (measure: DraftMeasure, shown: Split): DraftMeasure => {
  const { breakdown, rows, others } = measure
  const kept = others.filter((one) => one.breakdown !== shown.breakdown)
  return { ...measure, ...shown, others: [...kept, { breakdown, rows }] }
}

const sum = (amounts: Amounts): number => amounts.reduce<number>((all, one) => all + (one ?? 0), 0)

/** Shares of a measure without a breakdown. */
export const WHOLE: PlanRow = { value: null, amounts: Array.from({ length: MONTHS }, () => 1) }

/** The totals of rows, spread over other values, the largest first: by the shares of each month, else of the year. Whole amounts but for the first. */
export const spreadRows = (rows: readonly DraftRow[], weights: readonly PlanRow[], decimal: string): DraftRow[] => {
  const ofYear = ({ amounts }: PlanRow): number => sum(amounts)
  const bySize = weights.filter((one) => ofYear(one) > 0).toSorted((one, other) => ofYear(other) - ofYear(one))
  // what has no value is last
  const values = [...bySize.filter(({ value }) => value !== null), ...bySize.filter(({ value }) => value === null)]
  const months = emptyRow(null).cells.map((_, month) => {
    const amounts = rows.map(({ cells }) => parseAmount(cells[month] ?? '', decimal) ?? null)
    if (amounts.every((amount) => amount === null)) return []
    const ofMonth = values.map((one) => Math.max(0, one.amounts[month] ?? 0))
    const [first = 0, ...parts] = spreadAmount(
      Math.floor(sum(amounts)),
      sum(ofMonth) > 0 ? ofMonth : values.map(ofYear),
    )
    return [Number((first + (sum(amounts) % 1)).toFixed(2)), ...parts]
  })
  return values.map(({ value }, row) =>
    toDraftRow({ value, amounts: months.map((parts) => parts[row] ?? null) }, decimal),
  )
}

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
  const grown = (amount: number | null) => amount && Math.max(0, Math.round(amount * (1 + percent / 100)))
  return rows.map(({ value, amounts }) => toDraftRow({ value, amounts: amounts.map(grown) }, decimal))
}

/** The total of cells; null if all are blank or one cannot be read. */
export const totalOf = (cells: readonly string[], decimal: string): number | null => {
  const amounts = cells.map((text) => parseAmount(text, decimal))
  const known = amounts.filter((amount) => amount !== undefined)
  return known.length < amounts.length || known.every((amount) => amount === null) ? null : sum(known)
}

/** The totals of the months. */
export const monthTotals = ({ rows }: Pick<Split, 'rows'>, decimal: string): Amounts =>
  emptyRow(null).cells.map((_, month) => {
    const cells = rows.map((row) => row.cells[month] ?? '')
    return totalOf(cells, decimal)
  })
