import type { ReportChart } from '#contract/report-definition.ts'
import { draftGroups, findColumn, type ReportDraft, type ReportType } from './report-draft.ts'

type Kind = ReportChart['kind']

/** Continuous time parts, and recurring ones. */
const GOES_ON = /(Year|Quarter|Month|Week|Day)$/
const COMES_AGAIN = /(Weekday|Hour|MonthOfYear)$/

const isOngoing = (columnId: string): boolean => GOES_ON.test(columnId) && !COMES_AGAIN.test(columnId)

const isTime = (columnId: string): boolean => GOES_ON.test(columnId) || COMES_AGAIN.test(columnId)

/** Measures that can be drawn: shown ones with a formula or an aggregation. */
const draftMeasures = (type: ReportType, { columns }: ReportDraft): readonly string[] =>
  columns
    .filter(({ columnId, aggregation }) => aggregation !== 'None' || findColumn(type, columnId)?.kind === 'measure')
    .map(({ columnId }) => columnId)

const shownGroups = (type: ReportType, draft: ReportDraft): readonly string[] =>
  draftGroups(type, draft).filter((columnId) => !draft.hiddenGroups.includes(columnId))

/** Time first, since it belongs on the x-axis. */
const axesOf = (groups: readonly string[]): readonly string[] =>
  groups.toSorted((a, b) => Number(isTime(b)) - Number(isTime(a)))

const kindFor = ([x, split]: readonly string[]): Kind => {
  if (x === undefined) return 'none'
  if (split === undefined) return isOngoing(x) ? 'line' : 'bar'
  const isGrid = COMES_AGAIN.test(x) && COMES_AGAIN.test(split)
  if (isGrid) return 'heatmap'
  return isTime(split) ? 'line' : 'stackedBar'
}

/** What a map shows values by. */
const STATE = 'state'

export const hasStates = (type: ReportType, draft: ReportDraft): boolean => shownGroups(type, draft).includes(STATE)

/** Axis and series of a chart kind for the draft; null if nothing can be drawn. */
export const makeChart = (type: ReportType, draft: ReportDraft, kind: Kind): ReportChart | null => {
  const axes = axesOf(shownGroups(type, draft))
  const [x, split] = kind === 'map' ? axes.filter((columnId) => columnId === STATE) : axes
  const [measure] = draftMeasures(type, draft)
  if (x === undefined || measure === undefined || kind === 'none') return null
  const isSplit = split !== undefined && kind !== 'pie'
  return { kind, x, series: isSplit ? [split, measure] : [measure] }
}

/** The most suitable chart for the draft; null if only a table is. */
export const suggestChart = (type: ReportType, draft: ReportDraft): ReportChart | null =>
  makeChart(type, draft, kindFor(axesOf(shownGroups(type, draft))))
