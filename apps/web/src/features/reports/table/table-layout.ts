import type { ReportDefinition } from '#contract/report-definition.ts'
import { FORMATS, type Format } from '#domain/report-terms.ts'
import { isObject } from '#web/api/json.ts'
import { parseStored } from '#web/app/draft/draft-storage.ts'
import { columnIdFromRef } from '../address/report-view.ts'

/** How a reader arranged the table of a report, as far as it differs from the report's own layout. */
export interface TableLayout {
  /** columnIds shown; null: the report's own */
  readonly columns: readonly string[] | null
  /** keys of table columns, in order; null: the report's own */
  readonly pinned: readonly string[] | null
  /** pixels by key of a table column */
  readonly widths: Readonly<Record<string, number>>
  /** by columnId, where it is not the report's own */
  readonly formats: Readonly<Record<string, Format>>
}

export const OWN_LAYOUT: TableLayout = { columns: null, pinned: null, widths: {}, formats: {} }

/** What the reader chose, and the report's own layout for the rest. */
export interface LayoutInForce extends TableLayout {
  readonly pinned: readonly string[]
}

type Columns = ReportDefinition['columns']

const layoutKey = (column: Columns[number], index: number): string => `${columnIdFromRef(column)}.${index}`

const ownWidths = (columns: Columns): Record<string, number> =>
  Object.fromEntries(
    columns.flatMap((column, index) => (column.width === undefined ? [] : [[layoutKey(column, index), column.width]])),
  )

const ownPins = (columns: Columns): string[] =>
  columns.flatMap((column, index) => (column.pinned === true ? [layoutKey(column, index)] : []))

export const layoutInForce = (layout: TableLayout, columns: Columns): LayoutInForce => ({
  ...layout,
  pinned: layout.pinned ?? ownPins(columns),
  widths: { ...ownWidths(columns), ...layout.widths },
})

/** The columns of a report with the pins, widths and formats of a layout. */
export const arrangedColumns = (columns: Columns, { pinned, widths, formats }: LayoutInForce): Columns =>
  columns.map((column, index) => {
    const { width: _width, pinned: _pinned, ...rest } = column
    const key = layoutKey(column, index)
    const width = widths[key]
    const format = formats[columnIdFromRef(column)] ?? column.format
    return {
      ...rest,
      ...(format === undefined ? {} : { format }),
      ...(width === undefined ? {} : { width }),
      ...(pinned.includes(key) ? { pinned: true } : {}),
    }
  })

export const isOwnLayout = ({ columns, pinned, widths, formats }: TableLayout): boolean =>
  columns === null && pinned === null && [widths, formats].every((part) => Object.keys(part).length === 0)

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

const entriesOf = <T>(value: unknown, read: (part: unknown) => T | undefined): Record<string, T> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([key, part]): [string, T][] => {
      const known = read(part)
      return known === undefined ? [] : [[key, known]]
    }),
  )

const parseWidth = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined

/** A stored layout; the report's own for what is missing or no longer known. `known`: columnIds of the report. */
export const parseLayout = (text: string | null, known: readonly string[]): TableLayout => {
  const stored = parseStored(text)
  if (stored === null) return OWN_LAYOUT
  const columns = textsIn(stored.columns).filter((columnId) => known.includes(columnId))
  return {
    columns: columns.length === 0 ? null : columns,
    pinned: Array.isArray(stored.pinned) ? textsIn(stored.pinned) : null,
    widths: entriesOf(stored.widths, parseWidth),
    formats: entriesOf(stored.formats, (value) => FORMATS.find((format) => format === value)),
  }
}
