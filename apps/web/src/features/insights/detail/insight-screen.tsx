import { Anchor, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { errorStatus } from '#web/api/api-error.ts'
import { LoadFailure, Notice } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useInsightsView, writeInsightsAddress } from '../insights-address.ts'
import { useInsightChanges } from '../use-insight-changes.tsx'
import classes from './detail.module.css'
import { InsightReport } from './insight-report.tsx'

/** An insight with all of its details. */
export const InsightScreen = () => {
  const { id = '' } = useParams({ strict: false })
  const { view } = useInsightsView()
  return (
    <div className={classes.screen}>
      <Anchor
        size="sm"
        className={classes.back}
        renderRoot={(props) => <Link to="/ai/insights" search={writeInsightsAddress(view)} {...props} />}
      >
        <IconArrowLeft size={16} aria-hidden /> Insights
      </Anchor>
      <ReaderFormats>
        <LoadedInsight key={id} id={id} />
      </ReaderFormats>
    </div>
  )
}

const LoadedInsight = ({ id }: { id: string }) => {
  const { queries } = useRuntime()
  const changes = useInsightChanges()
  const { data, error, refetch } = useQuery(queries.insights.get.queryOptions({ input: { id } }))
  const isUnread = data?.read === false
  const markRead = changes.markRead.mutate
  useEffect(() => {
    if (isUnread) markRead({ id })
  }, [isUnread, markRead, id])
  if (data) return <InsightReport insight={data} changes={changes} />
  if (errorStatus(error) === 404) return <NotFound />
  if (error) return <LoadFailure error={error} onRetry={refetch} />
  return <InsightSkeleton />
}

const NotFound = () => (
  <Notice title="Insight not found" role="alert">
    Old insights are deleted after a while.
  </Notice>
)

const InsightSkeleton = () => (
  <div className={classes.screen} aria-busy="true">
    <Skeleton height={26} width="60%" radius="sm" />
    <Skeleton height={80} radius="md" />
    <Skeleton height={300} radius="md" />
    <Skeleton height={220} radius="md" />
  </div>
)
