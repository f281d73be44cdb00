import { Button, Group, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { SavedReport } from '#contract/saved-reports.ts'
import { FormatsProvider } from '#ui/formats-context.tsx'
import { useAccount } from '#web/app/account-data.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { ScreenHead } from '#web/app/heading.tsx'
import listing from '#web/app/listing.module.css'
import { SearchField } from '#web/app/listing.tsx'
import { LoadFailure, type QueryState } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { TrashListing, trashPage } from '#web/app/trash-listing.tsx'
import { type ListSort, listed } from './report-list.ts'
import { ReportTable } from './report-table.tsx'
import { useReportChanges, useReportRights } from './use-report-changes.tsx'

const VIEWS = [
  { value: 'reports', label: 'Reports' },
  { value: 'trash', label: 'Trash' },
]

/** The user's saved reports, and the trash. */
export const MyReportsScreen = () => {
  const { queries } = useRuntime()
  const [view, setView] = useState('reports')
  const { canRun } = useReportRights()
  const query = useQuery(queries.savedReports.my.queryOptions())
  const choice = <SegmentedControl aria-label="Report list" data={VIEWS} value={view} onChange={setView} />
  return (
    <ListFrame title="My Reports">
      {view === 'trash' ? (
        <>
          <Group>{choice}</Group>
          <ReportTrash />
        </>
      ) : (
        <Reports
          query={query}
          choice={choice}
          caption="My Reports"
          empty={
            canRun
              ? 'You don’t have any reports yet. Build one from scratch, or start from a template.'
              : 'You don’t have any reports. Ask an administrator for a role that includes reports.'
          }
        />
      )}
    </ListFrame>
  )
}

const ReportTrash = () => {
  const { queries } = useRuntime()
  const [page, setPage] = useState(1)
  const query = useQuery(queries.savedReports.trash.queryOptions(trashPage(page)))
  const { restore } = useReportChanges()
  return <TrashListing noun="reports" keyOf={({ id }) => id} {...{ query, page, restore }} onPage={setPage} />
}

/** Reports shared by the user or by colleagues. */
export const SharedReportsScreen = () => {
  const { queries } = useRuntime()
  const query = useQuery(queries.savedReports.shared.queryOptions())
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

const ListFrame = ({ title, children }: { title: string; children: ReactNode }) => {
  const user = useCurrentUser()
  const account = useAccount()
  const culture = user?.culture ?? account?.culture ?? 'en-US'
  return (
    <FormatsProvider culture={culture} currency={account?.currency ?? 'USD'} timeZone={account?.timeZone ?? 'UTC'}>
      <Stack maw="var(--cuvee-width-list)" mx="auto">
        <ScreenHead title={title} tools={<NewReportButton />} />
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
  readonly query: QueryState<readonly SavedReport[]>
  /** stands before the search field */
  readonly choice?: ReactNode
  readonly caption: string
  readonly empty: string
}

const NEWEST: ListSort = { key: 'updatedDateUtc', direction: 'desc' }

const Reports = ({ query: { data, error, refetch }, choice, caption, empty }: ReportsProps) => {
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState(NEWEST)
  if (!data && error) return <LoadFailure error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={240} radius="md" />
  if (data.length === 0)
    return (
      <>
        {choice === undefined ? null : <Group>{choice}</Group>}
        <EmptyList text={empty} />
      </>
    )
  const shown = listed(data, search, sort)
  return (
    <>
      <Group gap="8px 12px">
        {choice}
        <SearchField label="Search reports" value={search} onChange={setSearch} />
      </Group>
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
