import type { Cell, ResultColumn } from '#contract/reports.ts'
import { namedSubjectAddress } from '#domain/subject-pages.ts'
import type { TimelineEvent, TimelineSource } from '#reports/subjects/kit/subject.ts'

/** The loaded records of a source. */
export interface LoadedSource {
  readonly source: TimelineSource
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly (readonly Cell[])[]
  /** of all its records */
  readonly rowCount: number
}

export interface DatedEvent {
  readonly event: TimelineEvent
  readonly source: TimelineSource
  /** instant or local day */
  readonly date: string
  readonly columns: readonly ResultColumn[]
  readonly row: readonly Cell[]
}

export const valueIn = (columns: readonly ResultColumn[], row: readonly Cell[], columnId: string): Cell =>
  row[columns.findIndex((column) => column.columnId === columnId)] ?? null

const eventsOf = ({ source, columns, rows }: LoadedSource): DatedEvent[] =>
  rows.flatMap((row) => {
    const date = valueIn(columns, row, source.date)
    return typeof date === 'string' && date !== '' ? [{ event: source.event, source, date, columns, row }] : []
  })

/** Local days and instants in one order: a day comes after the instants of that day. */
const sortKey = (date: string): string => (date.length > 10 ? date : `${date}T99`)

/**
 * The events of several sources, the latest first. Of sources that are not loaded completely, only the days that all of them cover:
 * further down events would be missing.
 */
export const mergeEvents = (
  sources: readonly LoadedSource[],
): { readonly events: readonly DatedEvent[]; readonly isComplete: boolean } => {
  const each = sources.map((source) => ({ source, events: eventsOf(source) }))
  const partial = each.filter(({ source }) => source.rows.length < source.rowCount)
  const since = partial
    .flatMap(({ events }) => events.at(-1)?.date.slice(0, 10) ?? [])
    .toSorted()
    .at(-1)
  const events = each
    .flatMap((one) => one.events)
    .filter(({ date }) => since === undefined || date.slice(0, 10) >= since)
    .toSorted((a, b) => sortKey(b.date).localeCompare(sortKey(a.date)))
  return { events, isComplete: partial.length === 0 }
}

/** The page of what an event is about besides the page's own subject; null: none. */
export const eventAddress = ({ event, columns, row }: DatedEvent): string | null => {
  const cellAt = (columnId: string): Cell => valueIn(columns, row, columnId)
  if (event === 'order') {
    const id = cellAt('orderId')
    return typeof id === 'string' ? `/reports/orders/order-detail?orderId=${encodeURIComponent(id)}` : null
  }
  return ['releaseName', 'customerName'].map((name) => namedSubjectAddress(name, cellAt)).find(Boolean) ?? null
}
