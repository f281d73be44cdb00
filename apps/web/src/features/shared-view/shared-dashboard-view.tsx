import { Button, Group, Text } from '@mantine/core'
import { IconMaximize } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import type { SharedDashboard } from '#contract/view-links.ts'
import { FormatsProvider, useFormats } from '#ui/formats-context.tsx'
import { useWidth } from '#ui/tile-frame.tsx'
import type { SendTiles } from '#web/features/dashboard/tile-store.ts'
import { TileStoreProvider } from '#web/features/dashboard/tile-store-context.tsx'
import { compareLabel, datesLabel } from '#web/features/filter-bar/bar-labels.ts'
import { type BarView, savedBarView, toFilterBar } from '#web/features/filter-bar/bar-view.ts'
import { columnLabel, valuesLabel } from '#web/features/filter-bar/column-labels.ts'
import { enterFullScreen } from '#web/features/wall/full-screen.ts'
import { TileRefresh } from '#web/features/wall/tile-refresh.tsx'
import { PHONE_WIDTH, ViewedTiles } from '#web/features/wall/viewed-tiles.tsx'
import { WallStage } from '#web/features/wall/wall-stage.tsx'
import { WallMode } from '../wall/full-screen.ts'
import { OldestData } from '../wall/tile-refresh.tsx'
import classes from './view.module.css'

/** What the numbers are limited to, in one line; nothing where each tile says so itself. */
const FilterSummary = ({ bar }: { bar: BarView }) => {
  const formats = useFormats()
  const parts = [
    bar.range.kind === 'own' ? [] : [datesLabel(bar.range, formats)],
    bar.compare === null ? [] : [compareLabel(bar.compare)],
    bar.filters.map((filter) => `${columnLabel(filter.columnId, [])}: ${valuesLabel(filter, formats)}`),
    bar.includeClubOrders ? [] : ['Without club orders'],
  ].flat()
  return (
    parts.length > 0 && (
      <Text size="sm" c="dimmed">
        {parts.join(' · ')}
      </Text>
    )
  )
}

interface SharedDashboardViewProps {
  readonly dashboard: SharedDashboard
  readonly send: SendTiles
  /** the data could not be loaded */
  readonly onFailure: () => void
}

/** A dashboard to look at: it cannot be changed, filtered or asked for records. */
export const SharedDashboardView = ({ dashboard, send, onFailure }: SharedDashboardViewProps) => {
  const { name, description, accountName, culture, currency, timeZone, widgets } = dashboard
  const bar = useMemo(() => savedBarView(dashboard.filterBar), [dashboard.filterBar])
  const filterBar = useMemo(() => toFilterBar(bar), [bar])
  const [isWall, setWall] = useState(false)
  const [ref, width] = useWidth<HTMLDivElement>()
  const leave = useCallback(() => setWall(false), [])
  const start = (): void => {
    enterFullScreen()
    setWall(true)
  }
  const watched = useMemo<SendTiles>(
    () => (body, signal) =>
      send(body, signal).catch((error: unknown) => {
        onFailure()
        throw error
      }),
    [send, onFailure],
  )
  return (
    <FormatsProvider {...{ culture, currency, timeZone }}>
      <TileStoreProvider
        widgets={widgets}
        includeClubOrders={bar.includeClubOrders}
        filterBar={filterBar}
        send={watched}
      >
        <TileRefresh />
        {isWall ? (
          <WallMode onLeave={leave}>
            <WallStage name={name} owner={accountName} widgets={widgets} onLeave={leave} />
          </WallMode>
        ) : (
          <div className={classes.page}>
            <Group component="header" justify="space-between" align="flex-start" gap="8px 24px">
              <div>
                <Text size="sm" c="dimmed">
                  {accountName}
                </Text>
                <h1 className={classes.name}>{name}</h1>
                {description ? (
                  <Text size="sm" c="dimmed">
                    {description}
                  </Text>
                ) : null}
                <FilterSummary bar={bar} />
                <OldestData className={classes.hint} />
              </div>
              <Button variant="default" leftSection={<IconMaximize size={16} aria-hidden />} onClick={start}>
                Full screen
              </Button>
            </Group>
            <div ref={ref}>
              {width === null ? null : <ViewedTiles {...{ widgets, width }} isPhone={width < PHONE_WIDTH} />}
            </div>
          </div>
        )}
      </TileStoreProvider>
    </FormatsProvider>
  )
}
