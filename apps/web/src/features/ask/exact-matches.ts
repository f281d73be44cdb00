import type { FoundKind, SearchResult } from '#contract/subjects.ts'
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts'

export type RecordGroup = SearchResult['groups'][number]
type RecordItem = RecordGroup['items'][number]

/** In any case, without accents, and without the number sign that some platforms write before order numbers. */
const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim().replace(/^#/, '')

const isSame = (text: string, name: string | null): boolean => name !== null && text !== '' && fold(name) === fold(text)

interface Split<Group, Item> {
  /** what was typed completely */
  readonly exact: readonly Item[]
  /** the groups without it */
  readonly others: readonly Group[]
}

/** Pages, dashboards and reports. */
export const splitPages = (groups: readonly PaletteGroup[], text: string): Split<PaletteGroup, PaletteEntry> => ({
  exact: groups.flatMap(({ entries }) => entries.filter(({ label }) => isSame(text, label))),
  others: groups.map(({ title, entries }) => ({ title, entries: entries.filter(({ label }) => !isSame(text, label)) })),
})

/** Kinds whose detail is a name of its own: an email, a SKU. */
const NAMED_BY_DETAIL: readonly FoundKind[] = ['customer', 'product']

const isExact = (kind: FoundKind, { name, detail }: RecordItem, text: string): boolean =>
  isSame(text, name) || (NAMED_BY_DETAIL.includes(kind) && isSame(text, detail))

export interface FoundRecord extends RecordItem {
  readonly kind: FoundKind
}

/** Records, by name, number, email or SKU. */
export const splitRecords = (groups: readonly RecordGroup[], text: string): Split<RecordGroup, FoundRecord> => ({
  exact: groups.flatMap(({ kind, items }) =>
    items.filter((item) => isExact(kind, item, text)).map((item) => ({ kind, ...item })),
  ),
  others: groups.map(({ kind, items }) => ({ kind, items: items.filter((item) => !isExact(kind, item, text)) })),
})
