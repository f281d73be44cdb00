import { ReaderFormats } from '#web/app/reader-formats.tsx'
import '#ui/chart-colors.css'
import { Button, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { DashboardEditor } from './dashboard-editor.tsx'
import classes from './dashboard-screen.module.css'
import { parseStoredDraft } from './draft/layout-draft.ts'
import { useStoredLayouts } from './draft/use-stored-layouts.ts'
import { DEFAULT_SLUG, FAILURES, TOASTS } from './use-dashboard-mutations.ts'

/** The dashboard with the slug, or the default one, in the viewer's formats. */
export const DashboardScreen = ({ slug }: { slug: string | null }) => (
  <LoadedDashboard key={slug} requestedSlug={slug ?? DEFAULT_SLUG} />
)

const LoadedDashboard = ({ requestedSlug }: { requestedSlug: string }) => {
  const { queries } = useRuntime()
  // Both are requested at once; nothing is rendered before the currency is known.
  const account = useQuery(queries.account.get.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const query = useQuery(
    queries.dashboards.get.queryOptions({
      input: { slug: requestedSlug },
      // Fetched on each visit, but never while the user edits.
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnMount: 'always',
    }),
  )
  const layouts = useStoredLayouts()
  const error = query.error ?? account.error
  useEffect(() => {
    if (error) toast.failure(TOASTS.loadFailed)
  }, [error])

  if (query.data && account.data && layouts) {
    const { slug } = query.data
    const draft = parseStoredDraft(layouts.get(slug))
    return (
      <ReaderFormats account={account.data}>
        <DashboardEditor key={slug} requestedSlug={requestedSlug} dashboard={query.data} draft={draft} />
      </ReaderFormats>
    )
  }
  if (error === null) return <LoadingDashboard />
  const retry = () => Promise.all([query, account].filter(({ isError }) => isError).map(({ refetch }) => refetch()))
  return (
    <div className={classes.failure} role="alert">
      <p>{firstMessage(error, FAILURES.fetch)}</p>
      <Button variant="default" onClick={() => void retry()} loading={query.isFetching || account.isFetching}>
        Retry
      </Button>
    </div>
  )
}

const LoadingDashboard = () => (
  <Stack aria-busy="true">
    <Skeleton height={28} width={240} radius="sm" />
    <div className={classes.loadingTiles}>
      <Skeleton height={366} radius="md" />
      <Skeleton height={366} radius="md" />
      <Skeleton height={156} radius="md" />
      <Skeleton height={156} radius="md" />
    </div>
  </Stack>
)

/** The dashboard named in the address, or the default one. */
export const DashboardPage = () => {
  const { slug } = useParams({ strict: false })
  return <DashboardScreen slug={slug ?? null} />
}
