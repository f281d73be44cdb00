import type { CatalogColumn, ReportCatalog } from '#contract/report-catalog.ts'
import type { HistoryCondition, ReportChart, ReportDefinition } from '#contract/report-definition.ts'
import type { SavedReport, SavedReportInput } from '#contract/saved-reports.ts'
import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import type { Aggregation, Format } from '#domain/report-terms.ts'
import { isSameText } from '#domain/text.ts'
import type { ReportFilter } from '../filters/report-filter.ts'
import { isGrouped } from '../query/report-request.ts'

export type ReportType = ReportCatalog['reportTypes'][number]

export interface DraftColumn {
  readonly columnId: string
  /** null: the catalog's title */
  readonly displayName: string | null
  readonly aggregation: Aggregation
  readonly total: boolean
  /** null: the catalog's format */
  readonly format: Format | null
  readonly hyperlink: string | null
  /** set where the report is viewed, like `pinned` */
  readonly width?: number
  readonly pinned?: boolean
}

export interface DraftSort {
  readonly columnId: string
  readonly direction: 'asc' | 'desc'
  readonly by?: 'change' | undefined
}

interface DraftRange {
  readonly relativeRange: string
  /** null: the type's default date */
  readonly columnName: string | null
}

/** A report being built: the definition in normal form, every column by its columnId. */
export interface ReportDraft {
  readonly name: string
  readonly description: string
  readonly isPublic: boolean
  readonly reportType: string
  readonly serviceType: string | null
  readonly serviceId: string | null
  readonly columns: readonly DraftColumn[]
  readonly filters: readonly ReportFilter[]
  /** set where the report is viewed */
  readonly dimensionFilters?: NonNullable<ReportDefinition['dimensionFilters']>
  readonly includeClubOrders?: boolean
  /** conditions on what people did */
  readonly history?: readonly HistoryCondition[]
  readonly filterOperator: 'And' | 'Or'
  readonly requiresFilter: boolean
  /** one row per group; false: one row per record */
  readonly isGrouped: boolean
  /** grouped by but hidden */
  readonly hiddenGroups: readonly string[]
  readonly sort: readonly DraftSort[]
  readonly range: DraftRange | null
  readonly compare: CompareMode | null
  readonly top: number | null
  readonly calculations: ReportDefinition['calculations']
  readonly groupLimits: ReportDefinition['groupLimits']
  readonly pivot: ReportDefinition['pivot']
  readonly chart: ReportChart | null
}

interface ColumnRef {
  readonly columnId?: string | undefined
  readonly columnName?: string | undefined
}

/** A column of the type by columnId or columnName in any case; null if there is none. */
export const findColumn = (type: ReportType, name: string): CatalogColumn | null =>
  type.columns.find(({ columnId, columnName }) => isSameText(columnId, name) || isSameText(columnName, name)) ?? null

const resolveColumnId = (type: ReportType, { columnId, columnName }: ColumnRef): string => {
  const name = columnId ?? columnName ?? ''
  return findColumn(type, name)?.columnId ?? name
}

const inShownOrder = <T extends { readonly columnId: string }>(
  columns: readonly T[],
  order: readonly string[],
): T[] => {
  const columnRank = ({ columnId }: T): number => {
    const index = order.findIndex((name) => isSameText(name, columnId))
    return index < 0 ? order.length : index
  }
  return columns.toSorted((a, b) => columnRank(a) - columnRank(b))
}

/** Columns omitted from the order are hidden, unless a link needs them. */
const shownIn = (columns: readonly DraftColumn[], order: readonly string[]): DraftColumn[] => {
  const isLinked = ({ columnId }: DraftColumn): boolean =>
    columns.some(({ hyperlink }) => hyperlink?.includes(`{${columnId}}`) === true)
  return columns.filter((column) => order.some((name) => isSameText(name, column.columnId)) || isLinked(column))
}

const tableSettings = ({ width, pinned }: { width?: number | undefined; pinned?: boolean | undefined }) => ({
  ...(width === undefined ? {} : { width }),
  ...(pinned === undefined ? {} : { pinned }),
})

const toDraftColumns = (type: ReportType, { columns, columnOrder, aggregations }: ReportDefinition): DraftColumn[] => {
  const named = columns.map((column): DraftColumn => {
    const columnId = resolveColumnId(type, column)
    const apart = aggregations.find((one) => isSameText(resolveColumnId(type, one), columnId))?.aggregation
    return {
      columnId,
      displayName: column.displayName ?? null,
      aggregation: column.aggregation === 'None' ? (apart ?? 'None') : column.aggregation,
      total: column.total,
      format: column.format ?? null,
      hyperlink: column.hyperlink ?? null,
      ...tableSettings(column),
    }
  })
  const order = columnOrder.map((name) => resolveColumnId(type, { columnId: name }))
  return order.length === 0 ? named : inShownOrder(shownIn(named, order), order)
}

/** Converts a definition to normal form; unknown names are kept and rejected by the server. */
export const toDraft = (type: ReportType, definition: ReportDefinition, isPublic = false): ReportDraft => {
  const columns = toDraftColumns(type, definition)
  const groups = definition.groupColumns.map((name) => resolveColumnId(type, { columnId: name }))
  const shown = new Set(columns.filter(({ aggregation }) => aggregation === 'None').map(({ columnId }) => columnId))
  const range = definition.relativeDateFilter
  return {
    name: definition.name,
    description: definition.description ?? '',
    isPublic,
    reportType: type.reportType,
    serviceType: definition.serviceType,
    serviceId: definition.serviceId,
    columns,
    filters: definition.filters.map((filter) => ({
      columnId: resolveColumnId(type, filter),
      comparison: filter.comparison,
      value: filter.value,
      ...(filter.appliesTo === undefined ? {} : { appliesTo: filter.appliesTo }),
    })),
    ...(definition.dimensionFilters === undefined ? {} : { dimensionFilters: definition.dimensionFilters }),
    ...(definition.includeClubOrders === undefined ? {} : { includeClubOrders: definition.includeClubOrders }),
    ...(definition.history === undefined ? {} : { history: definition.history }),
    filterOperator: definition.filterOperator,
    requiresFilter: definition.requiresFilter,
    isGrouped: isGrouped(definition),
    hiddenGroups: groups.filter((columnId) => !shown.has(columnId)),
    sort: definition.orderColumns.map(({ direction, by, ...ref }) => ({
      columnId: resolveColumnId(type, ref),
      direction,
      ...(by === undefined ? {} : { by }),
    })),
    range:
      range === null || range.relativeRange === 'None'
        ? null
        : {
            relativeRange: range.relativeRange,
            columnName: range.columnName === undefined ? null : resolveColumnId(type, { columnId: range.columnName }),
          },
    compare: definition.compare,
    top: definition.top,
    calculations: definition.calculations,
    groupLimits: definition.groupLimits.map((limit) => ({ ...limit, columnId: resolveColumnId(type, limit) })),
    pivot: definition.pivot && {
      ...definition.pivot,
      columns: definition.pivot.columns.map((name) => resolveColumnId(type, { columnId: name })),
    },
    chart: definition.chart?.kind === 'none' ? null : definition.chart,
  }
}

export const toSavedDraft = (type: ReportType, report: SavedReport): ReportDraft =>
  toDraft(type, report, report.isPublic)

const isDimension = (type: ReportType, columnId: string): boolean => findColumn(type, columnId)?.kind === 'dimension'

/** The group columns of a draft: its plain dimensions in order. */
export const draftGroups = (type: ReportType, { isGrouped, columns, hiddenGroups }: ReportDraft): readonly string[] => {
  if (!isGrouped) return []
  const shown = columns.filter(({ columnId, aggregation }) => aggregation === 'None' && isDimension(type, columnId))
  return [...new Set([...hiddenGroups, ...shown.map(({ columnId }) => columnId)])]
}

/**
 * Without groups and aggregations a result consists of records. A single total row is therefore expressed by a Sum on the
 * first additive measure, which equals the measure's own formula.
 */
const sayingGroups = (type: ReportType, draft: ReportDraft): readonly DraftColumn[] => {
  const { columns, isGrouped } = draft
  const isSaid = columns.some(({ aggregation }) => aggregation !== 'None') || draftGroups(type, draft).length > 0
  if (!isGrouped || isSaid) return columns
  const summed = columns.findIndex(({ columnId }) => findColumn(type, columnId)?.aggregations.includes('Sum'))
  // the sum of a measure is the measure itself
  return columns.map((column, index) => {
    if (index !== summed) return column
    const displayName = column.displayName ?? findColumn(type, column.columnId)?.displayName ?? null
    return { ...column, aggregation: 'Sum', displayName }
  })
}

/** Calculations of the columns shown, along groups that remain. */
export const usedCalculations = (type: ReportType, draft: ReportDraft): ReportDefinition['calculations'] => {
  const named = [...draft.columns, ...draft.groupLimits.map(({ by }) => by)].map(({ columnId }) => columnId)
  const groups = draftGroups(type, draft)
  return draft.calculations
    .filter(({ columnId }) => named.includes(columnId))
    .map((one) => ({
      ...one,
      displayName: one.displayName.trim() || one.columnId,
      along: one.along !== null && groups.includes(one.along) ? one.along : null,
    }))
}

/** The pivot with the columns across that are still grouped by. */
const usedPivot = (type: ReportType, draft: ReportDraft): ReportDefinition['pivot'] => {
  const groups = draftGroups(type, draft)
  const columns = (draft.pivot?.columns ?? []).filter((id) => groups.includes(id))
  return draft.pivot === null || columns.length === 0 ? null : { ...draft.pivot, columns }
}

/** The definition to send to the server. */
export const toDefinition = (type: ReportType, draft: ReportDraft): SavedReportInput => ({
  name: draft.name.trim(),
  description: draft.description.trim() === '' ? null : draft.description.trim(),
  isPublic: draft.isPublic,
  reportType: draft.reportType,
  serviceType: draft.serviceType,
  serviceId: draft.serviceId,
  columns: sayingGroups(type, draft).map(
    ({ columnId, displayName, aggregation, total, format, hyperlink, ...table }) => ({
      columnId,
      aggregation,
      total,
      ...tableSettings(table),
      ...(displayName === null ? {} : { displayName }),
      ...(format === null ? {} : { format }),
      ...(hyperlink === null ? {} : { hyperlink }),
    }),
  ),
  filters: draft.filters.map((filter) => ({ ...filter })),
  ...(draft.dimensionFilters === undefined ? {} : { dimensionFilters: [...draft.dimensionFilters] }),
  ...(draft.includeClubOrders === undefined ? {} : { includeClubOrders: draft.includeClubOrders }),
  ...(draft.history === undefined || draft.history.length === 0 ? {} : { history: [...draft.history] }),
  filterOperator: draft.filterOperator,
  requiresFilter: draft.requiresFilter,
  groupColumns: [...draftGroups(type, draft)],
  orderColumns: draft.sort.map((sort) => ({ ...sort })),
  relativeDateFilter:
    draft.range === null
      ? null
      : {
          relativeRange: draft.range.relativeRange,
          ...(draft.range.columnName === null ? {} : { columnName: draft.range.columnName }),
        },
  compare: canCompare(draft) ? draft.compare : null,
  top: draft.top,
  calculations: usedCalculations(type, draft),
  groupLimits: draft.groupLimits.filter(
    ({ columnId }) => columnId !== undefined && draftGroups(type, draft).includes(columnId),
  ),
  pivot: usedPivot(type, draft),
  chart: draft.chart,
})

/** Records are not compared. */
export const canCompare = ({ isGrouped }: ReportDraft): boolean => isGrouped

/** Whether two drafts are the same when saved. */
export const isSameDraft = (a: ReportDraft, b: ReportDraft): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A new report of the type with its first measure, for the last 30 days if it has a date. */
export const emptyDraft = (type: ReportType): ReportDraft => {
  const first = type.columns.find(({ kind }) => kind === 'measure') ?? type.columns[0]
  return {
    name: '',
    description: '',
    isPublic: false,
    reportType: type.reportType,
    serviceType: null,
    serviceId: null,
    columns: first === undefined ? [] : [newColumn(first.columnId)],
    filters: [],
    filterOperator: 'And',
    requiresFilter: false,
    isGrouped: true,
    hiddenGroups: [],
    sort: [],
    range: type.dateColumns.length === 0 ? null : { relativeRange: 'Last30Days', columnName: null },
    compare: null,
    top: null,
    calculations: [],
    groupLimits: [],
    pivot: null,
    chart: null,
  }
}

export const newColumn = (columnId: string): DraftColumn => ({
  columnId,
  displayName: null,
  aggregation: 'None',
  total: true,
  format: null,
  hyperlink: null,
})
