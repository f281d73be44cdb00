import { Loader } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Dashboard } from '#contract/dashboards.ts'
import { useAccount } from '#web/app/account-data.ts'
import { LoadFailure } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { TileStoreProvider } from '#web/features/dashboard/tile-store-context.tsx'
import { savedBarView, toFilterBar } from '#web/features/filter-bar/bar-view.ts'
import { WallMode } from './full-screen.ts'
import { TileRefresh } from './tile-refresh.tsx'
import classes from './wall.module.css'
import { readWall } from './wall-address.ts'
import { WallStage } from './wall-stage.tsx'

/** More often than an idle user is warned. */
const ACTIVE_MS = 5 * 60_000

/** Counts a wall as being watched, so that it is not signed out as idle. The session still ends after its longest time. */
const keepActive = (): (() => void) => {
  const timer = setInterval(() => window.dispatchEvent(new Event('mousemove')), ACTIVE_MS)
  return () => clearInterval(timer)
}

/** How often changed layouts are loaded. */
const RELOAD_MS = 5 * 60_000

/** Dashboards of the signed-in user, one after the other, on the whole screen. */
export const WallScreen = () => {
  const { queries } = useRuntime()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const { slugs, seconds } = useMemo(() => readWall(search), [search])
  const results = useQueries({
    queries: slugs.map((slug) =>
      queries.dashboards.get.queryOptions({
        input: { slug },
        refetchInterval: RELOAD_MS,
        refetchOnWindowFocus: 'always',
      }),
    ),
  })
  const account = useAccount()
  const [turn, setTurn] = useState(0)
  useEffect(keepActive, [])
  const first = slugs[0] ?? 'default'
  const onLeave = useCallback(
    () => void navigate({ to: '/dashboard/$slug', params: { slug: first } }),
    [navigate, first],
  )
  const onTurn = useCallback((step: 1 | -1) => setTurn((before) => before + step), [])
  // A dashboard that is no longer shared is left out; the others stay.
  const dashboards = results.flatMap(({ data }) => data ?? [])
  const failed = results.find(({ isError }) => isError)
  // Without the others, moving on would show the first one again.
  const isLoading = account === null || results.some(({ isPending }) => isPending)
  if (!isLoading && dashboards.length > 0) {
    const { length } = dashboards
    const current = ((turn % length) + length) % length
    return (
      <ReaderFormats account={account}>
        <WallMode onLeave={onLeave}>
          {dashboards.map((dashboard, index) => (
            <WallDashboard
              key={dashboard.slug}
              {...{ dashboard, seconds, onLeave }}
              accountName={account.name}
              isShown={index === current}
              onTurn={length > 1 ? onTurn : null}
            />
          ))}
        </WallMode>
      </ReaderFormats>
    )
  }
  if (failed && !isLoading) return <LoadFailure error={failed.error} onRetry={() => void failed.refetch()} />
  return (
    <div className={classes.loading}>
      <Loader aria-label="Loading" />
    </div>
  )
}

interface WallDashboardProps {
  readonly dashboard: Dashboard
  readonly accountName: string
  readonly seconds: number
  readonly isShown: boolean
  readonly onTurn: ((step: 1 | -1) => void) | null
  readonly onLeave: () => void
}

/** Keeps its data while another one is shown, so that it appears at once. */
const WallDashboard = ({ dashboard, accountName, seconds, isShown, onTurn, onLeave }: WallDashboardProps) => {
  const { name, widgets } = dashboard
  const bar = useMemo(() => savedBarView(dashboard.filterBar), [dashboard.filterBar])
  const filterBar = useMemo(() => toFilterBar(bar), [bar])
  return (
    <TileStoreProvider widgets={widgets} includeClubOrders={bar.includeClubOrders} filterBar={filterBar}>
      <TileRefresh />
      {isShown ? <WallStage {...{ name, widgets, seconds, onTurn, onLeave }} owner={accountName} /> : null}
    </TileStoreProvider>
  )
}
