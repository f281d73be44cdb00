import { Button, Group, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '#web/app/account-data.ts'
import { ScreenHead } from '#web/app/heading.tsx'
import listing from '#web/app/listing.module.css'
import { SearchField } from '#web/app/listing.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { TrashListing, trashPage } from '#web/app/trash-listing.tsx'
import { useAddressAction } from '#web/app/use-address-action.ts'
import { DashboardDialogs } from '#web/features/dashboard/dashboard-dialogs.tsx'
import {
  DEFAULT_SLUG,
  useDashboardMutations,
  useRestoreDashboard,
} from '#web/features/dashboard/use-dashboard-mutations.ts'
import { DashboardTable, matchingDashboards } from './dashboard-table.tsx'

const TRASH = 'trash'
const VIEWS = [
  { value: 'dashboards', label: 'Dashboards' },
  { value: TRASH, label: 'Trash' },
]

/** Dashboards that the user can open: own ones and those of colleagues; and the trash. */
export const DashboardsScreen = () => {
  const [isCreating, setCreating] = useState(false)
  useAddressAction(() => setCreating(true))
  const [search, setSearch] = useState('')
  const navigate = useNavigate()
  const { show }: Record<string, unknown> = useSearch({ strict: false })
  const isTrash = show === TRASH
  const mutations = useDashboardMutations({
    requestedSlug: DEFAULT_SLUG,
    slug: DEFAULT_SLUG,
    onLeaving: () => undefined,
  })
  return (
    <Stack maw="var(--cuvee-width-list)" mx="auto">
      <ScreenHead
        title="Dashboards"
        tools={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
            New Dashboard
          </Button>
        }
      />
      <Group gap="8px 12px">
        <SegmentedControl
          aria-label="Dashboard list"
          data={VIEWS}
          value={isTrash ? TRASH : 'dashboards'}
          onChange={(view) => void navigate({ to: '/dashboards', search: view === TRASH ? { show: TRASH } : {} })}
        />
        {isTrash ? null : (
          <SearchField
            flex="1 1 240px"
            label="Search dashboards"
            placeholder="Search by name, description, or owner"
            value={search}
            onChange={setSearch}
          />
        )}
      </Group>
      {isTrash ? (
        <ReaderFormats>
          <DashboardTrash />
        </ReaderFormats>
      ) : (
        <SearchedDashboards search={search} />
      )}
      <DashboardDialogs
        open={isCreating ? 'new' : null}
        name=""
        mutations={mutations}
        onClose={() => setCreating(false)}
      />
    </Stack>
  )
}

const DashboardTrash = () => {
  const { queries } = useRuntime()
  const [page, setPage] = useState(1)
  const query = useQuery(queries.dashboards.trash.queryOptions(trashPage(page)))
  const restore = useRestoreDashboard()
  return <TrashListing noun="dashboards" keyOf={({ slug }) => slug} {...{ query, page, restore }} onPage={setPage} />
}

const SearchedDashboards = ({ search }: { readonly search: string }) => {
  const { queries } = useRuntime()
  const account = useAccount()
  const { data, error, refetch } = useQuery(queries.dashboardSharing.visible.queryOptions())
  if (!data && error) return <LoadFailure error={error} onRetry={() => refetch()} />
  if (!data || !account) return <Skeleton height={240} radius="md" />
  const shown = matchingDashboards(data, search)
  return (
    <ReaderFormats account={account}>
      {shown.length === 0 ? (
        <p className={listing.empty} role="status">
          No dashboards match “{search}”.
        </p>
      ) : (
        <DashboardTable dashboards={shown} />
      )}
    </ReaderFormats>
  )
}
