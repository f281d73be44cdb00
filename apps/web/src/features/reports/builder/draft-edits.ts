import type { CalculationKind } from '#domain/report-terms.ts'
import { type Calculation, changedCalculation, newCalculation } from './calculations.ts'
import { allowedAggregations } from './column-choices.ts'
import { type DraftColumn, findColumn, newColumn, type ReportDraft, type ReportType } from './report-draft.ts'

/** Parts of a draft that no other part depends on. */
type IndependentParts = Pick<
  ReportDraft,
  | 'name'
  | 'description'
  | 'isPublic'
  | 'filters'
  | 'history'
  | 'filterOperator'
  | 'requiresFilter'
  | 'sort'
  | 'range'
  | 'compare'
  | 'top'
  | 'chart'
>

/** All edits of a draft. */
export type DraftEdit =
  | { readonly kind: 'changed'; readonly change: Partial<IndependentParts> }
  | { readonly kind: 'columnAdded'; readonly columnId: string }
  | { readonly kind: 'columnRemoved'; readonly index: number }
  /** `isAcross`: its values become columns, or rows; absent: as before */
  | { readonly kind: 'columnMoved'; readonly index: number; readonly to: number; readonly isAcross?: boolean }
  | { readonly kind: 'columnChanged'; readonly index: number; readonly change: Partial<DraftColumn> }
  | { readonly kind: 'grouped'; readonly isGrouped: boolean }
  /** null: every value */
  | { readonly kind: 'groupLimited'; readonly columnId: string; readonly limit: GroupLimit | null }
  | { readonly kind: 'pivoted'; readonly columnId: string; readonly isAcross: boolean }
  | { readonly kind: 'calculationAdded'; readonly calculation: CalculationKind }
  | { readonly kind: 'calculationChanged'; readonly columnId: string; readonly change: Partial<Calculation> }

const withoutHoles = (draft: ReportDraft): ReportDraft => {
  const shown = new Set(draft.columns.map(({ columnId }) => columnId))
  const { chart } = draft
  const ranking = draft.groupLimits.map(({ by }) => by.columnId)
  const series = chart?.series.filter((columnId) => shown.has(columnId)) ?? []
  return {
    ...draft,
    sort: draft.sort.filter(({ columnId }) => shown.has(columnId)),
    calculations: draft.calculations.filter(({ columnId }) => shown.has(columnId) || ranking.includes(columnId)),
    chart: chart === null ? null : { ...chart, x: chart.x !== null && shown.has(chart.x) ? chart.x : null, series },
  }
}

const moved = <T>(all: readonly T[], index: number, to: number): readonly T[] => {
  const item = all[index]
  if (item === undefined || to < 0 || to >= all.length) return all
  const rest = all.filter((_, at) => at !== index)
  return [...rest.slice(0, to), item, ...rest.slice(to)]
}

/** A dimension goes before the measures, everything else at the end. */
const withColumn = (draft: ReportDraft, columnId: string, type: ReportType): ReportDraft => {
  const isDimension = ({ columnId: id, aggregation }: DraftColumn): boolean =>
    aggregation === 'None' && findColumn(type, id)?.kind === 'dimension'
  const added = newColumn(columnId)
  const firstMeasure = draft.columns.findIndex((column) => !isDimension(column))
  const at = isDimension(added) && firstMeasure >= 0 ? firstMeasure : draft.columns.length
  return { ...draft, columns: draft.columns.toSpliced(at, 0, added) }
}

/** A calculation compares groups, so records become groups. */
const withCalculation = (draft: ReportDraft, kind: CalculationKind, type: ReportType): ReportDraft => {
  const calculation = newCalculation(type, kind, draft)
  if (calculation === null) return draft
  const columns = [...draft.columns, newColumn(calculation.columnId)]
  return { ...draft, isGrouped: true, columns, calculations: [...draft.calculations, calculation] }
}

/** Records show plain values and are what every filter compares; groups keep the aggregations that a column allows. */
const regrouped = (draft: ReportDraft, isGrouped: boolean, type: ReportType): ReportDraft => {
  const isCalculated = ({ columnId }: DraftColumn) => draft.calculations.some((one) => one.columnId === columnId)
  const kept = isGrouped ? draft.columns : draft.columns.filter((column) => !isCalculated(column))
  const columns = kept.map((column): DraftColumn => {
    if (!isGrouped) return { ...column, aggregation: 'None' }
    const known = findColumn(type, column.columnId)
    if (known === null || allowedAggregations(known).includes(column.aggregation)) return column
    return { ...column, aggregation: 'None' }
  })
  const filters = isGrouped ? draft.filters : draft.filters.map(({ appliesTo: _, ...filter }) => filter)
  const next = { ...draft, columns, filters, isGrouped, hiddenGroups: isGrouped ? draft.hiddenGroups : [] }
  return isGrouped ? next : withoutHoles(next)
}

type GroupLimit = ReportDraft['groupLimits'][number]

const withLimit = (
  limits: readonly GroupLimit[],
  { columnId, limit }: Extract<DraftEdit, { kind: 'groupLimited' }>,
): GroupLimit[] => {
  const others = limits.filter((one) => one.columnId !== columnId)
  return limit === null ? others : [...others, limit]
}

/** A pivot has no limit of rows, and its columns in the order of the report. */
const pivoted = (draft: ReportDraft, { columnId, isAcross }: Extract<DraftEdit, { kind: 'pivoted' }>): ReportDraft => {
  const others = (draft.pivot?.columns ?? []).filter((one) => one !== columnId)
  const rank = (one: string): number => draft.columns.findIndex((column) => column.columnId === one)
  const columns = (isAcross ? [...others, columnId] : others).toSorted((a, b) => rank(a) - rank(b))
  if (columns.length === 0) return { ...draft, pivot: null }
  return { ...draft, top: null, pivot: { subtotals: draft.pivot?.subtotals ?? true, columns } }
}

const placed = (
  draft: ReportDraft,
  { index, to, isAcross }: Extract<DraftEdit, { kind: 'columnMoved' }>,
): ReportDraft => {
  const next = { ...draft, columns: moved(draft.columns, index, to) }
  const columnId = draft.columns[index]?.columnId
  return isAcross === undefined || columnId === undefined
    ? next
    : pivoted(next, { kind: 'pivoted', columnId, isAcross })
}

/** The draft after an edit; the same object if the edit has no effect. */
export const applyEdit = (draft: ReportDraft, edit: DraftEdit, type: ReportType): ReportDraft => {
  switch (edit.kind) {
    case 'changed':
      return { ...draft, ...edit.change }
    case 'columnAdded':
      return withColumn(draft, edit.columnId, type)
    case 'columnRemoved':
      return withoutHoles({ ...draft, columns: draft.columns.filter((_, index) => index !== edit.index) })
    case 'columnMoved':
      return placed(draft, edit)
    case 'columnChanged':
      return {
        ...draft,
        columns: draft.columns.map((column, index) => (index === edit.index ? { ...column, ...edit.change } : column)),
      }
    case 'grouped':
      return regrouped(draft, edit.isGrouped, type)
    case 'groupLimited':
      return { ...draft, groupLimits: withLimit(draft.groupLimits, edit) }
    case 'pivoted':
      return pivoted(draft, edit)
    case 'calculationAdded':
      return withCalculation(draft, edit.calculation, type)
    case 'calculationChanged':
      return {
        ...draft,
        calculations: draft.calculations.map((one) =>
          one.columnId === edit.columnId ? changedCalculation(type, one, edit.change) : one,
        ),
      }
  }
}
