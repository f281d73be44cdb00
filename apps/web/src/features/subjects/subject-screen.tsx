import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Account } from '#contract/account.ts'
import type { SubjectPage } from '#contract/subjects.ts'
import { SUBJECT_KINDS, SUBJECT_PAGES, type SubjectKind } from '#domain/subject-pages.ts'
import type { SubjectSections } from '#reports/subjects/kit/subject.ts'
import { SUBJECTS } from '#reports/subjects/registry.ts'
import { errorStatus } from '#web/api/api-error.ts'
import { useAccount } from '#web/app/account-data.ts'
import { LoadFailure, Notice } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { usePage } from '#web/app/use-page.ts'
import { useExplain } from '../number-lineage/lineage-host.tsx'
import { type ReportTypeInfo, useReportCatalog } from '../reports/query/report-subject.ts'
import { StockLedger } from '../stock-ledger/stock-ledger.tsx'
import classes from './subject.module.css'
import { SubjectFigures } from './subject-figures.tsx'
import { RelatedInsights, SubjectHead } from './subject-head.tsx'
import { SubjectLists } from './subject-lists.tsx'
import { SubjectTimeline } from './subject-timeline.tsx'

const kindAt = (path: string): SubjectKind =>
  SUBJECT_KINDS.find((kind) => path.startsWith(`${SUBJECT_PAGES[kind].path}/`)) ?? 'customer'

/** The page of a customer, product, club, release or team member. */
export const SubjectScreen = () => {
  const { path } = usePage()
  const { id = '' } = useParams({ strict: false })
  const search: Record<string, unknown> = useSearch({ strict: false })
  const { queries } = useRuntime()
  const kind = kindAt(path)
  const account = useAccount()
  const catalog = useReportCatalog()
  const page = useQuery(
    queries.subjects.get.queryOptions({
      input: {
        kind,
        id,
        ...(search.by === 'sku' ? { by: 'sku' } : {}),
        ...(typeof search.service === 'string' ? { serviceId: search.service } : {}),
      },
      retry: false,
    }),
  )
  if (errorStatus(page.error) === 404)
    return (
      <Notice title={`This ${SUBJECT_PAGES[kind].title.toLowerCase()} wasn’t found`}>
        It may have been removed from its source, or the link may be wrong.
      </Notice>
    )
  const error = page.error ?? catalog.error
  if (error !== null)
    return (
      <LoadFailure error={error} onRetry={() => void Promise.all([page, catalog].map(({ refetch }) => refetch()))} />
    )
  if (!page.data || account === null || !catalog.data) return <ScreenSkeleton />
  return (
    <ReaderFormats account={account}>
      <LoadedPage
        key={`${kind} ${page.data.id} ${page.data.serviceId}`}
        page={page.data}
        account={account}
        reportTypes={catalog.data.reportTypes}
      />
    </ReaderFormats>
  )
}

const ScreenSkeleton = () => (
  <Stack gap={16} aria-busy="true">
    <Skeleton height={26} width={260} radius="sm" />
    <Skeleton height={48} radius="sm" />
    <Skeleton height={86} radius="md" />
    <Skeleton height={240} radius="md" />
  </Stack>
)

interface LoadedPageProps {
  readonly page: SubjectPage
  readonly account: Account
  readonly reportTypes: readonly ReportTypeInfo[]
}

const sectionsOf = ({ kind, id, name, serviceId, columns, row }: SubjectPage): SubjectSections => {
  const values = Object.fromEntries(columns.map(({ columnId }, index) => [columnId, row[index] ?? null]))
  return SUBJECTS[kind].sections({ id, name: name ?? '', serviceId, values })
}

const LoadedPage = ({ page, account, reportTypes }: LoadedPageProps) => {
  const { numbers, trend, timeline, lists, ledger } = useMemo(() => sectionsOf(page), [page])
  const shared = { account, reportTypes, onExplain: useExplain() }
  return (
    <Stack gap={16} miw={0}>
      <SubjectHead page={page} />
      {ledger === undefined ? null : <StockLedger definition={ledger.definition} sku={ledger.sku} {...shared} />}
      <SubjectFigures {...{ numbers, trend }} {...shared} />
      <div className={classes.columns}>
        <SubjectTimeline sources={timeline} />
        <RelatedInsights insights={page.insights} />
      </div>
      <SubjectLists lists={lists} {...shared} />
    </Stack>
  )
}
