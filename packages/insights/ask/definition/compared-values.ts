import { lookupTable } from '#domain/lookup-table.ts'
import { findColumn } from '#semantic/catalog/catalog.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import type { Slots } from '../slots/slots.ts'
import type { ResolvedParts } from './find-columns.ts'

/** Values of one column that the question compares are rows. */
const comparedColumn = (slots: Slots, { values, filters, groups }: ResolvedParts): string | null => {
  if (!slots.comparesValues) return null
  // "the last two releases" are named at once
  const named = values.flatMap(({ columnId, values: all }) =>
    columnId === 'releaseName' ? all.map(() => columnId) : [columnId],
  )
  const columns = [...named, ...filters.map(({ columnId }) => columnId)]
  const repeated = new Set(columns.filter((one, at) => columns.indexOf(one) < at))
  const [only] = repeated
  return repeated.size === 1 && only !== undefined && !groups.includes(only) ? only : null
}

const OPPOSITES: Readonly<Record<string, string>> = lookupTable({ channel: 'isClubOrder' })

/** "club vs non club": a value and everything else are the two rows of a yes or no, or else all rows of the column. */
const oppositeColumn = (type: ReportType, column: string, found: ResolvedParts): string | null => {
  const own = found.filters.filter(({ columnId }) => columnId === column)
  const isOpposite =
    own.length === 2 && own.some(({ comparison }) => comparison === 'NotEqual' || comparison === 'IsFalse')
  if (!isOpposite) return null
  const yesOrNo = own.every(({ value }) => value === 'club') ? OPPOSITES[column] : undefined
  return yesOrNo === undefined || findColumn(type, yesOrNo) === null ? column : yesOrNo
}

/** The parts, with compared values as rows. */
export const withComparedValues = (type: ReportType, slots: Slots, found: ResolvedParts): ResolvedParts => {
  const column = comparedColumn(slots, found)
  if (column === null) return found
  const opposite = oppositeColumn(type, column, found)
  const groups = [...found.groups, opposite ?? column]
  const isOther = ({ columnId }: { readonly columnId: string }): boolean => columnId !== column
  if (slots.share !== null && opposite === null)
    return { ...found, groups, filters: found.filters.filter(isOther), values: found.values.filter(isOther) }
  if (opposite === null) return { ...found, groups }
  return { ...found, groups, filters: found.filters.filter(({ columnId }) => columnId !== column) }
}

/** How the two values of "web or California" are joined; of one column they are alternatives in any case. */
export const joinOf = (
  { alternatives }: Slots,
  { filters, values }: ResolvedParts,
): { readonly operator: 'And' | 'Or' } | { readonly lack: string } => {
  const columns = [...filters, ...values].map(({ columnId }) => columnId)
  const isOfOneColumn = new Set(columns).size < Math.max(columns.length, 2)
  if (alternatives === undefined || isOfOneColumn) return { operator: 'And' }
  return alternatives.isOr && columns.length === 2 ? { operator: 'Or' } : { lack: alternatives.words }
}
