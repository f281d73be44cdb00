import { type Formats, NAMED_NUMBER, namedNumber } from '#charts/value-format.ts'
import type { CatalogColumn } from '#contract/report-catalog.ts'
import { formatCode } from '#domain/code-labels.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import { nameToWords, upperFirst } from '#domain/text.ts'
import type { BarFilter } from './bar-view.ts'

/** The name of a column before the catalog is loaded: `teamMember` → `Team member`. */
const nameFromId = (columnId: string): string => upperFirst(nameToWords(columnId.replace(/Name$/, '')))

const COLUMN_LABELS: Readonly<Record<string, string>> = lookupTable({ channel: 'Sales channel', zip3: 'ZIP area' })

export const columnLabel = (columnId: string, columns: readonly CatalogColumn[]): string =>
  columns.find((column) => column.columnId.toLowerCase() === columnId.toLowerCase())?.displayName ??
  COLUMN_LABELS[columnId] ??
  nameFromId(columnId)

/** A value of a filter as text. */
export const valueLabel = (columnId: string, value: string | null, formats: Formats): string => {
  if (value !== null && NAMED_NUMBER.test(columnId) && Number.isFinite(Number(value)))
    return namedNumber(columnId, Number(value), formats)
  if (/^is[A-Z]/.test(columnId) && (value === 'true' || value === 'false'))
    return formatCode(columnId, value === 'true')
  return formatCode(columnId, value)
}

/** Values that a chip names before it counts them. */
const MAX_NAMED = 2

/** The values of a filter in a few words: `Web, Tasting room`, `all but Club`, `5 selected`, or `not blank` if only records without a value are left out. */
export const valuesLabel = ({ columnId, values, exclude }: BarFilter, formats: Formats): string => {
  const named =
    values.length > MAX_NAMED
      ? `${values.length} selected`
      : values.map((value) => valueLabel(columnId, value, formats)).join(', ')
  if (exclude && values.every((value) => value === null || value === '')) return 'not blank'
  return exclude ? `all but ${named}` : named
}
