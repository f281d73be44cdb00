import { lookupTable } from '#domain/lookup-table.ts'
import { findColumn, findReportType } from '#semantic/catalog/catalog.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import type { Answerable, AskedDefinition } from '../definition/answerable.ts'
import type { Shown } from '../follow-up/framing.ts'
import { type Account, type Built, buildOrForesee, type Candidate } from '../interpret.ts'
import type { Slots } from '../slots/slots.ts'
import type { Chip } from './chip.ts'
import { chipSlots } from './chip-slots.ts'
import { definitionChips, type Former } from './definition-chips.ts'

/** An answer that can be followed up. */
export interface FormerAnswer {
  readonly chips: readonly Chip[]
  readonly slots: Slots
  /** set where the usual report type for the slots is another one */
  readonly type: ReportType | null
  /** how its rows are shown, if it is not the usual way */
  readonly shown: Shown | null
}

const sorted = (all: readonly unknown[]): string[] => all.map((one) => JSON.stringify(one)).toSorted()

/** What decides the numbers of an answer. */
const serializeNumbers = ({ definition, forecast }: Pick<Former, 'definition' | 'forecast'>): string => {
  const { columns, filters, filterOperator, dimensionFilters, groupColumns, relativeDateFilter, top, orderColumns } =
    definition
  const { calculations, history = [] } = definition
  return JSON.stringify([
    sorted(columns.map(({ columnId, aggregation }) => [columnId, aggregation])),
    sorted(filters.map(({ columnId, comparison, value, appliesTo }) => [columnId, comparison, value, appliesTo])),
    filterOperator,
    sorted(history.map(({ of, which, filters: own, dates, count, after }) => [of, which, own, dates, count, after])),
    sorted(dimensionFilters.map(({ columnId, values, exclude }) => [columnId, values, exclude])),
    groupColumns,
    relativeDateFilter && [relativeDateFilter.relativeRange, relativeDateFilter.columnName],
    top,
    sorted(calculations.map(({ columnId }) => columnId)),
    orderColumns[0]?.by ?? null,
    forecast ?? null,
  ])
}

const kindOf = ({ definition: { chart } }: Pick<Former, 'definition'>): string => chart?.kind ?? 'none'

const KINDS: Readonly<Record<string, Shown>> = lookupTable({
  none: 'table',
  line: 'line',
  bar: 'bar',
  stackedBar: 'bar',
  pie: 'pie',
  map: 'map',
})

/** An answer as one that can be followed up; null where its chips do not say all of it, which a follow-up would lose. */
export const readFormer = (former: Former, account: Account): FormerAnswer | null => {
  const type = findReportType(former.definition.reportType, account.customFields)
  const chips = type === null ? null : definitionChips(type, former)
  if (type === null || chips === null) return null
  const slots = chipSlots(chips, account.calendar, (id) => findColumn(type, id))
  const isSame = (one: Built): one is Candidate =>
    'answer' in one &&
    one.type.reportType === type.reportType &&
    serializeNumbers(one.answer) === serializeNumbers(former)
  const usual = buildOrForesee(slots, account)
  const built = isSame(usual) ? usual : buildOrForesee(slots, account, [type])
  if (!isSame(built)) return null
  const shown = kindOf(former) === kindOf(built.answer) ? null : (KINDS[kindOf(former)] ?? null)
  return { chips, slots, type: built === usual ? null : type, shown }
}

/** The definition shown in another way; null where it cannot be. */
export const showAs = (definition: Answerable['definition'], shown: Shown | null): AskedDefinition | null => {
  const { chart } = definition
  if (shown === null) return definition
  if (shown === 'table') return { ...definition, chart: null }
  if (chart === null) return null
  if (shown === 'map' && chart.x !== 'state') return null
  if (shown === 'chart' || (chart.kind === 'stackedBar' && shown === 'bar')) return definition
  return chart.kind === 'stackedBar' ? null : { ...definition, chart: { ...chart, kind: shown } }
}
