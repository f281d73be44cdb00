import { Button, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Dashboard } from '#contract/dashboards.ts'
import { useWidth } from '#ui/tile-frame.tsx'
import { firstMessage } from '#web/api/api-error.ts'
import { useAccount } from '#web/app/account-data.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { orElse } from '#web/app/draft/unsaved-drafts.ts'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { HomeAbove } from '#web/features/home/home-above.tsx'
import { DashboardEditor } from './dashboard-editor.tsx'
import classes from './dashboard-screen.module.css'
import { parseStoredDraft } from './draft/layout-draft.ts'
import { DEFAULT_SLUG, FAILURES, isGone, TOASTS } from './use-dashboard-mutations.ts'

/** Stored drafts of the user's dashboards by slug, unparsed. */
type StoredLayouts = ReadonlyMap<string, unknown>

const NONE: StoredLayouts = new Map()

/** Reads them once, while the dashboard is being requested; null until then. A browser that blocks storage has none. */
const useStoredLayouts = (): StoredLayouts | null => {
  const { drafts } = useRuntime()
  const user = useCurrentUser()
  const accountId = user?.accountId ?? 0
  const userId = user?.id ?? ''
  const [layouts, setLayouts] = useState<StoredLayouts | null>(null)
  useEffect(() => {
    let isCurrent = true
    void orElse(drafts.list({ accountId, userId }, 'dashboard'), NONE).then((found) => {
      if (isCurrent) setLayouts(found)
    })
    return () => {
      isCurrent = false
    }
  }, [drafts, accountId, userId])
  return layouts
}

/** The dashboard with the slug, or the default one, in the viewer's formats. */
export const DashboardScreen = ({ slug }: { slug: string | null }) => {
  // Measured while the layout is loaded, so that the tiles are rendered once.
  const [ref, width] = useWidth<HTMLDivElement>()
  return (
    <div ref={ref}>
      <LoadedDashboard key={slug} requestedSlug={slug ?? DEFAULT_SLUG} width={width} />
    </div>
  )
}

/** Whether the layout can be drawn. Nothing else of an answer is validated again. */
const hasLayout = ({ widgets }: Dashboard): boolean => Array.isArray(widgets)

interface LoadedDashboardProps {
  readonly requestedSlug: string
  /** pixels; null until it is measured */
  readonly width: number | null
}

const LoadedDashboard = ({ requestedSlug, width }: LoadedDashboardProps) => {
  const { queries } = useRuntime()
  // Both are requested at once; nothing is rendered before the currency is known.
  const account = useAccount()
  const query = useQuery(queries.dashboards.get.queryOptions({ input: { slug: requestedSlug } }))
  const layouts = useStoredLayouts()
  const { error, refetch } = query
  const dashboard = query.data
  const isBroken = dashboard !== undefined && !hasLayout(dashboard)
  const isDeleted = dashboard !== undefined && isGone(query.error)
  useEffect(() => {
    if ((error || isBroken) && !isDeleted) toast.failure(TOASTS.loadFailed)
  }, [error, isBroken, isDeleted])

  if (dashboard && account && layouts && width !== null && !isBroken) {
    const { slug } = dashboard
    const draft = parseStoredDraft(layouts.get(slug))
    return (
      <ReaderFormats account={account}>
        <DashboardEditor key={slug} {...{ requestedSlug, dashboard, draft, width }} isGone={isDeleted} />
      </ReaderFormats>
    )
  }
  if (error === null && !isBroken) return <LoadingDashboard />
  return (
    <div className={classes.failure} role="alert">
      <p>{isBroken ? FAILURES.layout : firstMessage(error, FAILURES.fetch)}</p>
      <Button variant="default" onClick={() => void refetch()} loading={query.isFetching}>
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

/** Home: the summary above the starred dashboard. */
export const HomePage = () => (
  <HomeAbove>
    <DashboardScreen slug={null} />
  </HomeAbove>
)

/** The dashboard named in the address, or the default one. */
export const DashboardPage = () => {
  const { slug } = useParams({ strict: false })
  return <DashboardScreen slug={slug ?? null} />
}
