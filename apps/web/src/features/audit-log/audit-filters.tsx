import { routes } from 'virtual:contract-routes'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { SearchSelect } from '#web/app/fields.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { readPageNumber } from '#web/app/urls.ts'
import { getActionLabel, listAuditSections } from './audit-labels.ts'

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

export const useAuditSearch = () => {
  const { user, action, page }: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const search: AuditSearch = { user: textIn(user), action: textIn(action), page: readPageNumber(page) }
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

interface AuditFiltersProps {
  readonly search: AuditSearch
  readonly onShow: (part: Partial<AuditSearch>) => void
}

const SECTIONS = listAuditSections(routes)

const ACTIONS = SECTIONS.map(({ title, actions }) => ({
  group: title,
  items: Object.entries(actions).map(([value, label]) => ({ value, label })),
}))

const isListed = (action: string): boolean => SECTIONS.some(({ actions }) => Object.hasOwn(actions, action))

/** Filters the log by user and action. */
export const AuditFilters = ({ search: { user, action }, onShow }: AuditFiltersProps) => {
  const { queries } = useRuntime()
  const people = useQuery(queries.users.list.queryOptions()).data ?? []
  const listed = people.map(({ id, firstName, lastName }) => ({ value: id, label: `${firstName} ${lastName}` }))
  const isGone = user !== null && people.length > 0 && !listed.some(({ value }) => value === user)
  return (
    <Group gap="sm" align="flex-end">
      <SearchSelect
        label="Person"
        placeholder="Everyone"
        clearable
        clearButtonProps={{ 'aria-label': 'Show everyone' }}
        nothingFoundMessage="No people found"
        flex="1 1 200px"
        maw={{ base: 'none', xs: 320 }}
        data={isGone ? [...listed, { value: user, label: 'Former user' }] : listed}
        value={user}
        onChange={(id) => onShow({ user: id })}
      />
      <SearchSelect
        label="Action"
        placeholder="All actions"
        clearable
        clearButtonProps={{ 'aria-label': 'Show all actions' }}
        nothingFoundMessage="No actions found"
        flex="1 1 200px"
        maw={{ base: 'none', xs: 320 }}
        maxDropdownHeight={320}
        data={
          action === null || isListed(action)
            ? ACTIONS
            : [...ACTIONS, { value: action, label: getActionLabel(SECTIONS, action) }]
        }
        value={action}
        onChange={(code) => onShow({ action: code })}
      />
    </Group>
  )
}
