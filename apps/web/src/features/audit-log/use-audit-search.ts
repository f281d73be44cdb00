import { useNavigate, useSearch } from '@tanstack/react-router'

/** The log's filters and page, stored in the URL so that they can be shared. */
export interface AuditSearch {
  /** id of a user; null: everyone */
  readonly user: string | null
  /** null: all actions */
  readonly action: string | null
  /** from 1 */
  readonly page: number
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const pageIn = (value: unknown): number => {
  const page = Number(value)
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}

export const useAuditSearch = () => {
  const { user, action, page }: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const search: AuditSearch = { user: textIn(user), action: textIn(action), page: pageIn(page) }
  /** Changing a filter goes back to the first page. */
  const show = (part: Partial<AuditSearch>): void => {
    const next = { ...search, page: 1, ...part }
    void navigate({
      to: '/admin/settings/audit',
      search: {
        user: next.user ?? undefined,
        action: next.action ?? undefined,
        page: next.page === 1 ? undefined : next.page,
      },
    })
  }
  return { search, show }
}
