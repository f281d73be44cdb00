import { Button, Group, SegmentedControl, Skeleton, Stack, TextInput, Title } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { SavedReport } from '#contract/saved-reports.ts'
import { FormatsProvider } from '#ui/formats-context.tsx'
import { useAccount } from '#web/app/account-data.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import listing from '#web/app/listing.module.css'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { type ListSort, listed } from './report-list.ts'
import { ReportTable } from './report-table.tsx'
import { TrashList } from './trash-list.tsx'
import { useReportRights } from './use-report-changes.tsx'

const VIEWS = [
  { value: 'reports', label: 'Reports' },
  { value: 'trash', label: 'Trash' },
]

/** The user's saved reports, and the trash. */
export const MyReportsScreen = () => {
  const { queries } = useRuntime()
  const [view, setView] = useState('reports')
  const { canRun } = useReportRights()
  const query = useQuery(queries.savedReports.my.queryOptions({ staleTime: 0 }))
  return (
    <ListFrame
      title="My Reports"
      choice={<SegmentedControl aria-label="Report list" data={VIEWS} value={view} onChange={setView} />}
    >
      {view === 'trash' ? (
        <TrashList />
      ) : (
        <Reports
          query={query}
          caption="My Reports"
          empty={
            canRun
              ? 'You don’t have any reports yet. Build one from scratch, or start from one of Cuvee’s.'
              : 'You don’t have any reports. Ask an administrator for a role that includes reports.'
          }
        />
      )}
    </ListFrame>
  )
}

/** Reports shared by the user or by colleagues. */
export const SharedReportsScreen = () => {
  const { queries } = useRuntime()
  const query = useQuery(queries.savedReports.shared.queryOptions({ staleTime: 0 }))
  return (
    <ListFrame title="Shared Reports">
      <Reports
        query={query}
        caption="Shared Reports"
        empty="No shared reports yet. Reports that you or your colleagues share appear here for everyone."
      />
    </ListFrame>
  )
}

interface ListFrameProps {
  readonly title: string
  readonly choice?: ReactNode
  readonly children: ReactNode
}

const ListFrame = ({ title, choice, children }: ListFrameProps) => {
  const user = useCurrentUser()
  const account = useAccount()
  const culture = user?.culture ?? account?.culture ?? 'en-US'
  return (
    <FormatsProvider culture={culture} currency={account?.currency ?? 'USD'} timeZone={account?.timeZone ?? 'UTC'}>
      <Stack maw="var(--cuvee-width-list)" mx="auto">
        <Group justify="space-between" gap="8px 16px">
          <Title order={1}>{title}</Title>
          <Group justify="space-between" gap="8px 16px">
            {choice}
            <NewReportButton />
          </Group>
        </Group>
        {children}
      </Stack>
    </FormatsProvider>
  )
}

const NewReportButton = () => {
  const { canRun } = useReportRights()
  if (!canRun) return null
  return (
    <Button component={Link} to="/reports/my/new" leftSection={<IconPlus size={16} aria-hidden />}>
      New report
    </Button>
  )
}

interface ReportsProps {
  readonly query: {
    readonly data: readonly SavedReport[] | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly caption: string
  readonly empty: string
}

const NEWEST: ListSort = { key: 'updatedDateUtc', direction: 'desc' }

const Reports = ({ query: { data, error, refetch }, caption, empty }: ReportsProps) => {
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState(NEWEST)
  if (!data && error) return <LoadFailure error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={240} radius="md" />
  if (data.length === 0) return <EmptyList text={empty} />
  const shown = listed(data, search, sort)
  return (
    <>
      <TextInput
        maw={360}
        aria-label="Search reports"
        placeholder="Search reports"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {shown.length === 0 ? (
        <p className={listing.empty} role="status">
          No reports match “{search}”.
        </p>
      ) : (
        <ReportTable {...{ caption, sort }} reports={shown} onSort={setSort} />
      )}
    </>
  )
}

const EmptyList = ({ text }: { text: string }) => (
  <div className={listing.empty}>
    <p>{text}</p>
    <NewReportButton />
  </div>
)
