import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { ReportCatalog } from '#contract/report-catalog.ts'
import type { SavedReport } from '#contract/saved-reports.ts'
import { useAccount } from '#web/app/account-data.ts'
import { LoadFailure, Notice } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { askedIn } from '../../ask/question-address.ts'
import {
  type BuilderStart,
  isBuiltinSlug,
  startFromAsked,
  startFromBuiltin,
  startFromCopy,
  startFromOwn,
  startFromType,
} from './builder-start.ts'
import { ReportBuilder } from './report-builder.tsx'
import { StartChoice } from './start-choice.tsx'

/** A new report: from a template, for a report type, or chosen here. */
export const NewReportScreen = () => {
  const search = useSearch({
    strict: false,
    select: (all: Readonly<Record<string, unknown>>) => all,
  })
  const { from, type, definition } = search
  if (typeof definition === 'string' && definition !== '') {
    const asked = askedIn(search)
    const isSegment = search.for === 'segment'
    return (
      <Begun key={JSON.stringify(asked)} choose={(catalog) => asked && startFromAsked(catalog, asked, isSegment)} />
    )
  }
  if (typeof from === 'string' && from !== '') {
    return isBuiltinSlug(from) ? (
      <Begun key={from} choose={(catalog) => startFromBuiltin(catalog, from)} />
    ) : (
      <FromSaved key={from} id={from} choose={startFromCopy} />
    )
  }
  if (typeof type === 'string' && type !== '')
    return <Begun key={type} choose={(catalog) => startFromType(catalog, type)} />
  return <Begun key="choice" choose={null} />
}

/** Edits a saved report. A colleague's report is copied instead. */
export const EditReportScreen = () => {
  const { id = '' } = useParams({ strict: false })
  return (
    <FromSaved
      key={id}
      id={id}
      choose={(catalog, report) => (report.isOwn ? startFromOwn(catalog, report) : startFromCopy(catalog, report))}
    />
  )
}

interface FromSavedProps {
  readonly id: string
  readonly choose: (catalog: ReportCatalog, report: SavedReport) => BuilderStart | null
}

const FromSaved = ({ id, choose }: FromSavedProps) => {
  const { queries } = useRuntime()
  // Fetched on each visit, but never while the user edits.
  const { data, error, isFetchedAfterMount, refetch } = useQuery(
    queries.savedReports.get.queryOptions({
      input: { id },
      refetchOnMount: 'always',
      meta: { isEdited: true },
    }),
  )
  if (error && !data) return <LoadFailure error={error} onRetry={() => refetch()} />
  if (!data || !isFetchedAfterMount) return <LoadingBuilder />
  return <Begun choose={(catalog) => choose(catalog, data)} />
}

/** `choose` is null if the user must pick a template. */
const Begun = ({ choose }: { choose: ((catalog: ReportCatalog) => BuilderStart | null) | null }) => {
  const { queries } = useRuntime()
  const account = useAccount()
  const catalog = useQuery(queries.reports.catalog.queryOptions())
  if (catalog.error) return <LoadFailure error={catalog.error} onRetry={() => catalog.refetch()} />
  if (!catalog.data || account === null) return <LoadingBuilder />
  return (
    <ReaderFormats account={account}>
      {choose === null ? <StartChoice catalog={catalog.data} /> : <Chosen start={choose(catalog.data)} />}
    </ReaderFormats>
  )
}

const Chosen = ({ start }: { start: BuilderStart | null }) =>
  start === null ? (
    <Notice tone="warning" role="alert" title="Template not found">
      The link may be wrong, or this type of report may no longer be available.
    </Notice>
  ) : (
    <ReportBuilder key={`${start.storageId}.${start.report?.version ?? 0}`} start={start} />
  )

const LoadingBuilder = () => (
  <Stack aria-busy="true">
    <Skeleton height={60} radius="md" />
    <Skeleton height={420} radius="md" />
  </Stack>
)
