import { Button, Group, Menu, Stack } from '@mantine/core'
import { IconLayoutGrid } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Dashboard } from '#contract/dashboards.ts'
import { useDraftKeys } from '#web/app/draft/use-draft.ts'
import { NotesSubmenu } from '#web/features/calendar/notes-menu.tsx'
import { DashboardMenu } from '#web/features/dashboard-sharing/dashboard-menu.tsx'
import { OldDataNotice } from '#web/features/data-span/old-data-notice.tsx'
import { type BarView, toFilterBar, toSavedBar } from '#web/features/filter-bar/bar-view.ts'
import { DashboardBar } from '#web/features/filter-bar/dashboard-bar.tsx'
import { useFilterBar } from '#web/features/filter-bar/use-filter-bar.ts'
import { widgetByType } from '#widgets/registry.ts'
import { DashboardDialogs, GoneDialog } from './dashboard-dialogs.tsx'
import { DashboardNames } from './dashboard-names.tsx'
import printed from './dashboard-print.module.css'
import screen from './dashboard-screen.module.css'
import { NoServicesNotice, useEmptyReason, useIsBelowChecklist, useUnknownTypesToast } from './dashboard-situation.tsx'
import { DashboardTiles } from './dashboard-tiles.tsx'
import { DashboardToolbar } from './dashboard-toolbar.tsx'
import type { LayoutDraft } from './draft/layout-draft.ts'
import { AskBeforeNew, UnsavedDialogs, UnsavedNotices } from './draft/unsaved-changes.tsx'
import type { Widgets } from './grid-rules.ts'
import { TileLineageProvider } from './tile-lineage.tsx'
import { BarProvider } from './tile-marks.tsx'
import { TileStoreProvider } from './tile-store-context.tsx'
import { useAddWidget } from './use-add-widget.ts'
import { DEFAULT_SLUG, useDashboardMutations } from './use-dashboard-mutations.ts'
import { useLayout } from './use-layout.ts'

// Both open on click only, so their code is loaded on demand.
const AddWidgetPanel = lazy(() => import('./add-widget-panel.tsx').then((m) => ({ default: m.AddWidgetPanel })))
const SettingsPanel = lazy(() => import('./settings-panel.tsx').then((m) => ({ default: m.SettingsPanel })))

/** Content width in pixels below which tiles are stacked and cannot be arranged. */
const PHONE_WIDTH = 620

interface DashboardEditorProps {
  /** slug in the URL */
  readonly requestedSlug: string
  readonly dashboard: Dashboard
  /** unsaved edits of an earlier visit */
  readonly draft: LayoutDraft | null
  /** pixels of its place on the page */
  readonly width: number
  /** it was deleted, or is not shared with the user any more, since it was loaded */
  readonly isGone: boolean
}

/** The type of a report tile's own definition. A linked report has another or that of most: of orders. */
const chosenType = ({ source }: Widgets[number]['props']): string =>
  typeof source === 'object' && source !== null && 'reportType' in source && typeof source.reportType === 'string'
    ? source.reportType
    : 'Orders'

/** The report types of the widgets' numbers. */
const reportTypesOf = (widgets: Widgets): readonly string[] => [
  ...new Set(
    widgets.flatMap(({ type, props }) => {
      if (type === 'report') return [chosenType(props)]
      const plan = widgetByType(type)?.planOf(props)
      return [plan?.kpis, plan?.rows, plan?.joined?.rows].flatMap((query) => query?.reportType ?? [])
    }),
  ),
]

/** A dashboard with all of its actions. */
export const DashboardEditor = ({ requestedSlug, dashboard, draft, width, isGone }: DashboardEditorProps) => {
  const [dialog, setDialog] = useState<'new' | 'leave' | 'delete' | 'gone' | null>(null)
  const onGone = () => setDialog('gone')
  useEffect(() => {
    if (isGone) setDialog('gone')
  }, [isGone])
  const layout = useLayout({ requestedSlug, dashboard, draft, onGone })
  const { state, dispatch, undo, redo, dirty, saving, stored } = layout
  const mayLeave = useRef(false)
  const onLeaving = () => {
    mayLeave.current = true
    stored.remove()
  }
  // Whether the draft outlives the creation of another dashboard, as the user chose before.
  const keepsDraft = useRef(true)
  const onCreated = () => {
    if (keepsDraft.current) mayLeave.current = true
    else onLeaving()
  }
  const mutations = useDashboardMutations({ requestedSlug, slug: dashboard.slug, onLeaving, onCreated, onGone })
  const bar = useFilterBar(dashboard.filterBar)
  const { includeClubOrders } = bar.view
  const filterBar = useMemo(() => toFilterBar(bar.view), [bar.view])
  const [configuredId, setConfiguredId] = useState<string | null>(null)
  const adding = useAddWidget(dispatch, state.present, setConfiguredId)
  const isPhone = width < PHONE_WIDTH
  const { isOwn } = dashboard
  const canEdit = dashboard.access !== 'view'
  const canArrange = canEdit && !isPhone
  const emptyReason = useEmptyReason(bar.view)
  const isBelowChecklist = useIsBelowChecklist()
  const [isUnfolded, setUnfolded] = useState(false)
  useDraftKeys({ undo, redo, isOn: canArrange && !saving.isReviewing })
  useUnknownTypesToast(state.present)

  const mustAsk = useCallback(() => dirty && !mayLeave.current, [dirty])
  const closePanel = useCallback(() => setConfiguredId(null), [])
  const reportTypes = useMemo(() => reportTypesOf(state.present), [state.present])
  const saveBar = (view: BarView | null): void =>
    mutations.saveFilterBar.mutate(view === null ? null : toSavedBar(view), { onSuccess: bar.reset })
  const saveAsNew = (): void => {
    keepsDraft.current = false
    const { name, description, filterBar } = dashboard
    mutations.create.mutate({ name, description, filterBar, widgets: [...state.present] })
  }
  const configured = state.present.find(({ id }) => id === configuredId)
  const configuredWidget = configured ? widgetByType(configured.type) : null
  const canBecomeDefault = isOwn && requestedSlug !== DEFAULT_SLUG && !dashboard.isDefault

  return (
    <TileStoreProvider widgets={state.present} {...{ includeClubOrders, filterBar }}>
      <Stack className={printed.page ?? ''}>
        {isBelowChecklist ? null : <NoServicesNotice />}
        <OldDataNotice />
        <UnsavedNotices layout={layout} />
        <Group
          component="header"
          justify="space-between"
          align="flex-start"
          gap="8px 24px"
          wrap={isPhone ? 'nowrap' : 'wrap'}
        >
          <DashboardNames dashboard={dashboard} mutations={mutations} />
          <DashboardToolbar
            {...{ canArrange, isPhone, isDirty: dirty }}
            canSave={canArrange || (canEdit && dirty)}
            isSaving={saving.isSaving}
            canUndo={state.past.length > 0}
            canRedo={state.future.length > 0}
            addButton={adding.button}
            onUndo={undo}
            onRedo={redo}
            onAdd={adding.open}
            onNew={() => setDialog(dirty ? 'leave' : 'new')}
            onSave={saving.save}
            onToggleDefault={canBecomeDefault ? () => mutations.toggleDefault.mutate() : null}
            onDelete={isOwn && !dashboard.isDefault ? () => setDialog('delete') : null}
            menu={(items) => (
              <DashboardMenu dashboard={dashboard}>
                {canArrange ? (
                  <Menu.Item leftSection={<IconLayoutGrid size={16} />} onClick={() => dispatch({ type: 'tidied' })}>
                    Arrange
                  </Menu.Item>
                ) : null}
                <NotesSubmenu />
                {items}
              </DashboardMenu>
            )}
          />
        </Group>
        <DashboardBar
          view={bar.view}
          saved={bar.saved}
          reportTypes={reportTypes}
          onChange={bar.change}
          onSave={canEdit ? saveBar : null}
        />
        <div className={isBelowChecklist && !isUnfolded ? screen.folded : undefined}>
          <BarProvider bar={bar}>
            <TileLineageProvider {...{ includeClubOrders, filterBar }}>
              <DashboardTiles
                {...{ width, isPhone, canArrange, emptyReason, dispatch }}
                widgets={state.present}
                onConfigure={setConfiguredId}
                onAdd={adding.open}
              />
            </TileLineageProvider>
          </BarProvider>
        </div>
        {isBelowChecklist ? (
          <Button variant="default" m="0 auto" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
            {isUnfolded ? 'Hide tiles' : 'Show tiles'}
          </Button>
        ) : null}
      </Stack>
      <UnsavedDialogs {...{ layout, mustAsk, onLeaving, mutations }} />
      {dialog === 'leave' ? (
        <AskBeforeNew
          isStored={stored.isStored}
          onStay={() => setDialog(null)}
          onLeave={(keeps) => {
            keepsDraft.current = keeps
            setDialog('new')
          }}
        />
      ) : null}
      {dialog === 'gone' ? (
        <GoneDialog
          name={dashboard.name}
          isBusy={mutations.create.isPending}
          onSave={saveAsNew}
          onClose={() => setDialog(null)}
        />
      ) : null}
      <DashboardDialogs
        open={dialog === 'new' || dialog === 'delete' ? dialog : null}
        name={dashboard.name}
        mutations={mutations}
        onClose={() => setDialog(null)}
      />
      <Suspense fallback={null}>
        {adding.wasOpened ? (
          <AddWidgetPanel
            isOpen={adding.isOpen}
            onAdd={adding.add}
            onClose={adding.close}
            onClosed={adding.handleClosed}
          />
        ) : null}
        {configured && configuredWidget ? (
          <SettingsPanel
            {...{ id: configured.id, widget: configuredWidget, props: configured.props, emptyReason }}
            onChange={(props) => dispatch({ type: 'configured', id: configured.id, props })}
            onClose={closePanel}
          />
        ) : null}
      </Suspense>
    </TileStoreProvider>
  )
}
