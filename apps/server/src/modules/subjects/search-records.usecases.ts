import { FOUND_KINDS, type FoundKind, SearchResult } from '#contract/subjects.ts'
import { subjectAddress } from '#domain/subject-pages.ts'
import { compileSearch } from '#semantic/compiler/compile-search.ts'
import { RECORD_SEARCHES } from '#semantic/search/record-searches.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import {
  type Cell,
  getCachedResult,
  loadAnalyticsSettings,
  type QuerySession,
} from '#server/modules/analytics/index.ts'
import { mayOpen } from './subject.policy.ts'

type Item = SearchResult['groups'][number]['items'][number]

/** Results of each kind. */
const MAX_ITEMS = 5

const readText = (cell: Cell | undefined): string | null => {
  const text = typeof cell === 'string' ? cell.trim() : ''
  return text === '' ? null : text
}

/** A record's page, and how it is called: `[ID, service, name, detail]`. */
const recordItem =
  (addressOf: (key: { id: string; serviceId: string | null }) => string) =>
  (row: readonly Cell[], rows: readonly (readonly Cell[])[]): Item => {
    const [id, service, name, detail] = row.map(readText)
    const isAmbiguous = rows.some((other) => other !== row && other[0] === row[0])
    const address = addressOf({ id: id ?? '', serviceId: isAmbiguous ? (service ?? null) : null })
    return { name: name ?? detail ?? id ?? '', detail: name === null ? null : (detail ?? null), address }
  }

const namedItem =
  (kind: 'club' | 'teamMember') =>
  ([name]: readonly Cell[]): Item => ({
    name: String(name),
    detail: null,
    address: subjectAddress(kind, { id: String(name) }),
  })

const ITEM_OF: Readonly<Record<FoundKind, (row: readonly Cell[], rows: readonly (readonly Cell[])[]) => Item>> = {
  customer: recordItem((key) => subjectAddress('customer', key)),
  order: recordItem(({ id }) => `/reports/orders/order-detail?${new URLSearchParams({ orderId: id })}`),
  product: recordItem((key) => subjectAddress('product', key)),
  club: namedItem('club'),
  release: recordItem((key) => subjectAddress('release', key)),
  teamMember: namedItem('teamMember'),
}

/** Order numbers have digits; without one, the orders are not scanned. */
const canBe = (kind: FoundKind, text: string): boolean => kind !== 'order' || /\d/.test(text)

const searchKind = async (session: QuerySession, kind: FoundKind, text: string): Promise<SearchResult['groups']> => {
  const rows = await session.search((options) =>
    compileSearch(RECORD_SEARCHES[kind], text, { ...options, limit: MAX_ITEMS }),
  )
  return rows.length === 0 ? [] : [{ kind, items: rows.map((row) => ITEM_OF[kind](row, rows)) }]
}

/** The first records of each kind that match what was typed, of the kinds that the caller may open. */
export const searchRecords = async (
  deps: Deps,
  caller: Caller,
  text: string,
  signal: AbortSignal,
): Promise<SearchResult> => {
  const settings = await loadAnalyticsSettings(deps, caller)
  const kinds = FOUND_KINDS.filter((kind) => canBe(kind, text) && (kind === 'order' || mayOpen(caller, kind)))
  const query = ['search', kinds, text]
  const cached = await getCachedResult(deps, { settings, query, signal }, async (session) => {
    const groups = await Promise.all(kinds.map((kind) => searchKind(session, kind, text)))
    return { groups: groups.flat() }
  })
  return cached === null ? { groups: [] } : SearchResult.parse(JSON.parse(Buffer.from(cached.bytes).toString('utf8')))
}
