import { routes } from 'virtual:contract-routes'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRuntime } from '#web/app/runtime.tsx'
import { SearchSelect } from '#web/app/search-select.tsx'
import { getActionLabel, listAuditSections } from './audit-labels.ts'
import type { AuditSearch } from './use-audit-search.ts'

interface AuditFiltersProps {
  readonly search: AuditSearch
  readonly onShow: (part: Partial<AuditSearch>) => void
}

const SECTIONS = listAuditSections(routes)

const ACTIONS = SECTIONS.map(({ title, actions }) => ({
  group: title,
  items: Object.entries(actions).map(([value, label]) => ({ value, label })),
}))

const isListed = (action: string): boolean => SECTIONS.some(({ actions }) => action in actions)

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
        maw={320}
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
        maw={320}
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
