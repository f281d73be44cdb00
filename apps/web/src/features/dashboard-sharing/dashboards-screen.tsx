import { Button, Group, Skeleton, Stack, TextInput, Title } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '#web/app/account-data.ts'
import listing from '#web/app/listing.module.css'
import { LoadFailure } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { DashboardDialogs } from '#web/features/dashboard/dashboard-dialogs.tsx'
import { DEFAULT_SLUG, useDashboardMutations } from '#web/features/dashboard/use-dashboard-mutations.ts'
import { DashboardTable, matchingDashboards } from './dashboard-table.tsx'

/** Dashboards that the user can open: own ones and those of colleagues. */
export const DashboardsScreen = () => {
  const [isCreating, setCreating] = useState(false)
  const mutations = useDashboardMutations({
    requestedSlug: DEFAULT_SLUG,
    slug: DEFAULT_SLUG,
    onLeaving: () => undefined,
  })
  return (
    <Stack maw={1200} mx="auto">
      <Group justify="space-between" gap="8px 16px">
        <Title order={1}>Dashboards</Title>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
          New Dashboard
        </Button>
      </Group>
      <SearchedDashboards />
      <DashboardDialogs
        open={isCreating ? 'new' : null}
        name=""
        mutations={mutations}
        onClose={() => setCreating(false)}
      />
    </Stack>
  )
}

const SearchedDashboards = () => {
  const { queries } = useRuntime()
  const account = useAccount()
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useQuery(queries.dashboardSharing.visible.queryOptions({ staleTime: 0 }))
  if (!data && error) return <LoadFailure error={error} onRetry={() => refetch()} />
  if (!data || !account) return <Skeleton height={240} radius="md" />
  const shown = matchingDashboards(data, search)
  return (
    <ReaderFormats account={account}>
      <TextInput
        maw={360}
        aria-label="Search dashboards"
        placeholder="Search by name, description, or owner"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
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
