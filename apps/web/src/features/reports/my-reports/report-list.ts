import type { SavedReport } from '#contract/saved-reports.ts'
import { nameToWords, upperFirst } from '#domain/text.ts'

export type SortKey = 'name' | 'reportType' | 'createdByName' | 'updatedDateUtc'

export interface ListSort {
  readonly key: SortKey
  readonly direction: 'asc' | 'desc'
}

/** Names sort ascending first, dates newest first. */
export const nextSort = (sort: ListSort, key: SortKey): ListSort => {
  if (sort.key === key) return { key, direction: sort.direction === 'asc' ? 'desc' : 'asc' }
  return { key, direction: key === 'updatedDateUtc' ? 'desc' : 'asc' }
}

/** `OrderLines` → `Order lines`. */
export const reportTypeLabel = (reportType: string): string => upperFirst(nameToWords(reportType))

const searchableText = ({ name, description, reportType, createdByName }: SavedReport): string =>
  `${name} ${description ?? ''} ${reportTypeLabel(reportType)} ${createdByName}`.toLowerCase()

/** Reports whose name, description, type or owner contains every search word, sorted. */
export const listed = (reports: readonly SavedReport[], search: string, sort: ListSort): readonly SavedReport[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = reports.filter((report) => words.every((word) => searchableText(report).includes(word)))
  const sign = sort.direction === 'asc' ? 1 : -1
  return found.toSorted((a, b) => sign * a[sort.key].localeCompare(b[sort.key]) || a.name.localeCompare(b.name))
}
