import type { ReportDefinitionInput } from '#contract/report-definition.ts'
import type { Subject, SubjectList, TimelineSource } from './subject.ts'

type Columns = ReportDefinitionInput['columns']
type Options = Omit<Partial<ReportDefinitionInput>, 'columns' | 'filters'>

interface SubjectDefinition extends Options {
  readonly reportType: string
  readonly columns: readonly (string | Columns[number])[]
  readonly hidden?: readonly string[]
  readonly filters?: readonly NonNullable<ReportDefinitionInput['filters']>[number][]
}

const readColumnId = (column: string | Columns[number]): string =>
  typeof column === 'string' ? column : (column.columnId ?? '')

/** A definition with the columns shown in order; `hidden` ones only links need. */
export const define = ({ columns, hidden, filters = [], ...rest }: SubjectDefinition): ReportDefinitionInput => ({
  ...rest,
  filters: [...filters],
  columns: columns.map((column) => (typeof column === 'string' ? { columnId: column } : column)),
  ...(hidden === undefined
    ? {}
    : { columnOrder: columns.map(readColumnId).filter((columnId) => !hidden.includes(columnId)) }),
})

export const equal = (columnId: string, value: string) => ({ columnId, comparison: 'Equal' as const, value })

/** Definitions over the records of a subject, which have its key in a column. */
export const definitionBuilder =
  ({ id, serviceId }: Subject, key: string) =>
  ({ filters = [], ...definition }: SubjectDefinition): ReportDefinitionInput =>
    define({ ...definition, serviceId, filters: [equal(key, id), ...filters] })

export type Define = ReturnType<typeof definitionBuilder>

/** A list of records, which is called like its report. */
export const defineList = (define: Define, title: string, definition: SubjectDefinition): SubjectList => ({
  title,
  definition: define({ name: title, ...definition }),
})

/** Records as events at their dates. */
export const defineEvents = (
  define: Define,
  event: TimelineSource['event'],
  date: string,
  { text, details, ...definition }: SubjectDefinition & Pick<TimelineSource, 'text' | 'details'>,
): TimelineSource => ({ event, definition: define({ ...definition, ...latest(date) }), date, text, details })

/** A chart of one measure by month, with the others in its table. */
export const byMonth = (month: string, measures: readonly [string, ...string[]]) => ({
  columns: [{ columnId: month, displayName: 'Month' }, ...measures],
  groupColumns: [month],
  orderColumns: [{ columnId: month, direction: 'asc' as const }],
  chart: { kind: 'bar' as const, x: month, series: [measures[0]] },
})

/** The latest records first. */
export const latest = (columnId: string) => ({ orderColumns: [{ columnId, direction: 'desc' as const }] })
