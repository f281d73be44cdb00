import { ActionIcon, Menu, Switch } from '@mantine/core'
import { IconArrowsLeftRight, IconCalendar, IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { CatalogColumn } from '#contract/report-catalog.ts'
import { NotesLegend } from '#ui/chart-notes.tsx'
import { useFormats } from '#ui/formats-context.tsx'
import { useIsPermitted } from '#web/app/current-user.ts'
import { LockedItem, PlanLockLabel } from '#web/app/plan-lock.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { compareLabel, datesLabel } from './bar-labels.ts'
import { BarPopover } from './bar-popover.tsx'
import { type BarView, isSameBar, OWN_BAR } from './bar-view.ts'
import { DimensionChips } from './dimension-chips.tsx'
import classes from './filter-bar.module.css'

const NONE: readonly CatalogColumn[] = []

/** The columns of the report types, of the first type first; none until they are needed and loaded. */
const useCatalogColumns = (reportTypes: readonly string[], isNeeded: boolean): readonly CatalogColumn[] => {
  const { queries } = useRuntime()
  const catalog = useQuery(queries.reports.catalog.queryOptions({ enabled: isNeeded }))
  return (
    catalog.data?.reportTypes.flatMap(({ reportType, columns }) => (reportTypes.includes(reportType) ? columns : [])) ??
    NONE
  )
}

// Their code is loaded when a panel opens.
const panels = () => import('./dates-panel.tsx')
const DatesPanel = lazy(() => panels().then((m) => ({ default: m.DatesPanel })))
const ComparePanel = lazy(() => panels().then((m) => ({ default: m.ComparePanel })))

export interface DashboardBarProps {
  readonly view: BarView
  /** what the dashboard opens with */
  readonly saved: BarView
  /** report types of the tiles */
  readonly reportTypes: readonly string[]
  readonly onChange: (change: Partial<BarView>) => void
  /** null: only the owner can */
  readonly onSave: ((view: BarView | null) => void) | null
}

const OFFERED = ['channel']

/** Dates, comparison and filters for all tiles of a dashboard. */
export const DashboardBar = ({ view, saved, reportTypes, onChange, onSave }: DashboardBarProps) => {
  const formats = useFormats()
  // Values and columns come from reports; a request without permission would end the session.
  const canFilter = useIsPermitted('reports')
  const columns = useCatalogColumns(reportTypes, canFilter && view.filters.length > 0)
  return (
    <section className={classes.bar} aria-label="Dates and filters of this dashboard">
      <BarPopover
        label={datesLabel(view.range, formats)}
        name={`Dates: ${datesLabel(view.range, formats)}`}
        icon={<IconCalendar size={16} aria-hidden />}
        isActive={view.range.kind !== 'own'}
        width={340}
      >
        {(close) => (
          <DatesPanel
            range={view.range}
            onChoose={(range) => {
              close()
              onChange({ range })
            }}
          />
        )}
      </BarPopover>
      <BarPopover
        label={compareLabel(view.compare)}
        name={view.compare === null ? 'Compare with' : `Compare with: ${compareLabel(view.compare)}`}
        icon={<IconArrowsLeftRight size={16} aria-hidden />}
        isActive={view.compare !== null}
        width={280}
      >
        {(close) => (
          <ComparePanel
            view={view}
            onChoose={(compare) => {
              close()
              onChange({ compare })
            }}
          />
        )}
      </BarPopover>
      {canFilter ? (
        <DimensionChips
          filters={view.filters}
          offered={OFFERED}
          {...{ columns, reportTypes }}
          onChange={(filters) => onChange({ filters })}
        />
      ) : null}
      <Switch
        size="xs"
        label="Include Club Orders"
        className={classes.button}
        checked={view.includeClubOrders}
        onChange={(event) => onChange({ includeClubOrders: event.currentTarget.checked })}
      />
      <BarMenu {...{ view, saved, onChange, onSave }} />
      <NotesLegend />
    </section>
  )
}

const BarMenu = ({ view, saved, onChange, onSave }: Omit<DashboardBarProps, 'reportTypes'>) => {
  const isChanged = !isSameBar(view, saved)
  const hasSaved = !isSameBar(saved, OWN_BAR)
  if (!isChanged && !(hasSaved && onSave !== null)) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size={30} className={classes.button} aria-label="Actions for filters">
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isChanged ? <Menu.Item onClick={() => onChange(saved)}>Reset filters</Menu.Item> : null}
        {onSave === null ? null : <PlanLockLabel />}
        {isChanged && onSave !== null ? (
          <LockedItem onClick={() => onSave(view)}>Save as this dashboard’s default</LockedItem>
        ) : null}
        {hasSaved && onSave !== null ? (
          <LockedItem onClick={() => onSave(null)}>Remove default filters</LockedItem>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
