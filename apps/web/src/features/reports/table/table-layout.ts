import { FORMATS, type Format } from '#domain/report-terms.ts'
import { isObject } from '#web/app/draft/draft-database.ts'
import { parseStored, serializeStored } from '#web/app/draft/draft-storage.ts'

/** How a reader arranged the table of a report. */
export interface TableLayout {
  /** columnIds shown; null: the report's own */
  readonly columns: readonly string[] | null
  /** keys of table columns, in order */
  readonly pinned: readonly string[]
  /** pixels by key of a table column */
  readonly widths: Readonly<Record<string, number>>
  /** by columnId, where it is not the report's own */
  readonly formats: Readonly<Record<string, Format>>
}

export const OWN_LAYOUT: TableLayout = { columns: null, pinned: [], widths: {}, formats: {} }

export const isOwnLayout = ({ columns, pinned, widths, formats }: TableLayout): boolean =>
  columns === null && [pinned, Object.keys(widths), Object.keys(formats)].every(({ length }) => length === 0)

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

const entriesOf = <T>(value: unknown, read: (part: unknown) => T | undefined): Record<string, T> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([key, part]): [string, T][] => {
      const known = read(part)
      return known === undefined ? [] : [[key, known]]
    }),
  )

const widthOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined

/** A stored layout; the report's own for what is missing or no longer known. `known`: columnIds of the report. */
export const parseLayout = (text: string | null, known: readonly string[]): TableLayout => {
  const stored = parseStored(text)
  if (stored === null) return OWN_LAYOUT
  const columns = textsIn(stored.columns).filter((columnId) => known.includes(columnId))
  return {
    columns: columns.length === 0 ? null : columns,
    pinned: textsIn(stored.pinned),
    widths: entriesOf(stored.widths, widthOf),
    formats: entriesOf(stored.formats, (value) => FORMATS.find((format) => format === value)),
  }
}

export const serializeLayout = (layout: TableLayout): string => serializeStored(layout)
