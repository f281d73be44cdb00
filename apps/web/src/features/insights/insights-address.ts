import { useNavigate, useSearch } from '@tanstack/react-router'
import { readPageNumber } from '#web/app/urls.ts'
import { isInsightKind } from './insight-kinds.tsx'

const SHOWN = ['all', 'unread', 'mine', 'snoozed', 'done', 'dismissed'] as const
/** `all`, `unread` and `mine` are of the open ones. */
export type Shown = (typeof SHOWN)[number]

export interface InsightsView {
  readonly shown: Shown
  /** null: all kinds */
  readonly kind: string | null
  /** from 1 */
  readonly page: number
}

/** Cards of a page. */
export const PAGE_SIZE = 20

export const isShown = (text: unknown): text is Shown => SHOWN.some((shown) => shown === text)

/** The view that the URL of the list, or of an insight opened from it, describes; unknown values are ignored. */
export const readInsightsAddress = (search: Readonly<Record<string, unknown>>): InsightsView => ({
  shown: isShown(search.show) ? search.show : 'all',
  kind: typeof search.kind === 'string' && isInsightKind(search.kind) ? search.kind : null,
  page: readPageNumber(search.page),
})

/** The inverse: only what differs from the default view. */
export const writeInsightsAddress = ({ shown, kind, page }: InsightsView): Record<string, string> => ({
  ...(shown === 'all' ? {} : { show: shown }),
  ...(kind === null ? {} : { kind }),
  ...(page === 1 ? {} : { page: String(page) }),
})

/** The input of the list call. */
export const listInput = ({ shown, kind, page }: InsightsView) => ({
  page,
  pageSize: PAGE_SIZE,
  dismissed: shown === 'dismissed' ? ('true' as const) : ('false' as const),
  ...(shown === 'unread' ? { unread: 'true' as const } : {}),
  ...(shown === 'mine' ? { mine: 'true' as const } : {}),
  ...(shown === 'snoozed' || shown === 'done' ? { state: shown } : {}),
  ...(kind === null ? {} : { kind }),
})

/** Which insights are listed. It is part of the URL, also of an insight opened from the list. */
export const useInsightsView = () => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const view = readInsightsAddress(search)
  /** Changing a filter goes back to the first page. */
  const show = (change: Partial<InsightsView>): void => {
    void navigate({ to: '/ai/insights', search: writeInsightsAddress({ ...view, page: 1, ...change }) })
  }
  return { view, show }
}
