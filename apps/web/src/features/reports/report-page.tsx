import { Skeleton, Stack } from '@mantine/core'
import { useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Account } from '#contract/account.ts'
import type { ReportCatalog } from '#contract/report-catalog.ts'
import { useAccount } from '#web/app/account-data.ts'
import { useIsPermitted } from '#web/app/current-user.ts'
import { Notice } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { usePage } from '#web/app/use-page.ts'
import { definitionIn } from '../ask/question-address.ts'
import { regroup } from './query/regroup.ts'
import { type LoadedReport, type ReportName, useLoadedReport, useReportCatalog } from './query/report-subject.ts'
import { toRangeCalendar } from './range/range-labels.ts'
import { ReportFailure } from './report-empty.tsx'
import { ReportScreen } from './report-screen.tsx'

const PREFIX = '/reports/'

/** The built-in report at the URL. */
export const BuiltInReportPage = () => {
  const { path } = usePage()
  return <ReportPage name={{ builtin: path.slice(PREFIX.length).replace(/\/$/, '') }} />
}

/** The saved report at the URL. */
export const SavedReportPage = () => {
  const { id = '' } = useParams({ strict: false })
  // Anyone may have saved reports; without permission the request must not be sent, since it would end the session.
  const mayRead = useIsPermitted('reports')
  return mayRead ? <ReportPage name={{ id }} /> : <NotForRole />
}

const exploredIn = (catalog: ReportCatalog, text: unknown): LoadedReport | null => {
  const definition = typeof text === 'string' ? definitionIn(text) : null
  const type = catalog.reportTypes.find(({ reportType }) => reportType === definition?.reportType)
  if (definition === null || type === undefined) return null
  const title = definition.name === '' ? type.title : definition.name
  return { ref: definition, title, description: '', definition, type, rangeName: null, groupChoices: [], saved: null }
}

/** A report that is not saved: its definition is in the URL. */
export const ExploredReportPage = () => {
  const { definition: text }: Record<string, unknown> = useSearch({ strict: false })
  const account = useAccount()
  const catalog = useReportCatalog()
  const report = useMemo(() => (catalog.data ? exploredIn(catalog.data, text) : null), [catalog.data, text])
  if (catalog.error !== null) return <ReportFailure error={catalog.error} onRetry={() => void catalog.refetch()} />
  if (account === null || catalog.isPending) return <ReportSkeleton />
  if (report === null)
    return <Notice title="This link contains no report">Open it again from the chart that it was created from.</Notice>
  return (
    <ReaderFormats account={account}>
      <ReportScreen key={JSON.stringify(report.definition)} report={report} account={account} />
    </ReaderFormats>
  )
}

const NotForRole = () => (
  <Notice title="You don’t have access to reports">Ask an administrator for a role that includes reports.</Notice>
)

const ReportPage = ({ name }: { name: ReportName }) => {
  const account = useAccount()
  const { report, isPending, error, retry } = useLoadedReport(name)
  const { group }: Record<string, unknown> = useSearch({ strict: false })
  const grouped = useMemo(
    () => report && account && regroup(report, group, toRangeCalendar(account, Date.now())),
    [report, account, group],
  )
  if (error !== null) return <ReportFailure error={error} onRetry={retry} />
  if (isPending || account === null) return <ReportSkeleton />
  if (grouped === null) return <ReportFailure error={null} onRetry={retry} />
  return (
    <ReaderFormats account={account}>
      <KeyedScreen name={name} report={grouped} account={account} />
    </ReaderFormats>
  )
}

/** Remounts for another report, so that scroll position and drafts do not carry over. */
const KeyedScreen = ({ name, report, account }: { name: ReportName; report: LoadedReport; account: Account }) => (
  <ReportScreen key={JSON.stringify(name)} report={report} account={account} />
)

const ReportSkeleton = () => (
  <Stack gap={12} miw={0} aria-busy="true">
    <Skeleton height={26} width={260} radius="sm" />
    <Skeleton height={30} width="60%" radius="sm" />
    <Skeleton height={220} radius="md" />
    <Skeleton height={320} radius="md" />
  </Stack>
)
