import { Button } from '@mantine/core'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { Dashboard } from '#contract/dashboards.ts'
import { ADMIN_ROLES, hasAnyRole } from '#domain/role.ts'
import { useBox } from '#ui/use-box.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useAccountStatus } from '#web/app/account-data.ts'
import { useClientSettings } from '#web/app/client-settings.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { toast } from '#web/app/toast.ts'
import { widgetByType } from '#widgets/registry.ts'
import { DashboardGrid } from './dashboard-grid.tsx'
import { CREATE_FAILED, DEFAULT_DESCRIPTION, DEFAULT_SLUG, TOASTS } from './dashboard-messages.ts'
import { NoServicesNotice, StaleNotice } from './dashboard-notices.tsx'
import { DashboardPhone } from './dashboard-phone.tsx'
import classes from './dashboard-screen.module.css'
import { DashboardToolbar } from './dashboard-toolbar.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { Freshness } from './freshness.tsx'
import type { Placement, Widgets } from './grid-rules.ts'
import { InlineText } from './inline-text.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { NewDashboardDialog } from './new-dashboard-dialog.tsx'
import { Tile } from './tile.tsx'
import { TileStoreProvider } from './tile-store-context.tsx'
import { useAddWidget } from './use-add-widget.ts'
import { useDashboardCalls } from './use-dashboard-calls.ts'
import { useLayout } from './use-layout.ts'
import { useUndoKeys } from './use-undo-keys.ts'

// Both open on a click only; their code waits until then.
const AddWidgetPanel = lazy(() => import('./add-widget-panel.tsx').then((m) => ({ default: m.AddWidgetPanel })))
const SettingsPanel = lazy(() => import('./settings-panel.tsx').then((m) => ({ default: m.SettingsPanel })))

/** Pixels of content below which tiles stand in one column and are not arranged. */
const PHONE_WIDTH = 620

type Dialog = { readonly kind: 'new' | 'delete' } | { readonly kind: 'settings'; readonly id: string } | null

const useEmptyReason = (includeClubOrders: boolean): string => {
  const status = useAccountStatus()
  if (status?.currentServiceCount === 0) return 'No service is connected yet, so there are no orders to show.'
  return includeClubOrders
    ? 'Nothing was recorded in this period.'
    : 'Nothing outside the club was recorded in this period.'
}

/** A type that this version does not know is told once; its tile stays. */
const useUnknownTypes = (widgets: Widgets): void => {
  const hasUnknown = widgets.some(({ type }) => widgetByType(type) === null)
  useEffect(() => {
    if (hasUnknown) toast.failure(TOASTS.loadFailed)
  }, [hasUnknown])
}

const useShowsServicesNotice = (): boolean => {
  const status = useAccountStatus()
  const roles = useCurrentUser()?.roles ?? []
  return status?.currentServiceCount === 0 && hasAnyRole(roles, ADMIN_ROLES)
}

interface DashboardEditorProps {
  /** slug as the address has it */
  readonly wanted: string
  readonly dashboard: Dashboard
}

/** A dashboard with everything that can be done to it. */
export const DashboardEditor = ({ wanted, dashboard }: DashboardEditorProps) => {
  const { state, dispatch, dirty, isStale, save, reload } = useLayout(wanted, dashboard)
  const mustAsk = useRef(dirty)
  mustAsk.current = dirty
  const isLeaving = useRef(false)
  const calls = useDashboardCalls({
    wanted,
    slug: dashboard.slug,
    onLeaving: () => {
      mustAsk.current = false
      isLeaving.current = true
    },
  })
  if (isLeaving.current) mustAsk.current = false
  const [includeClubOrders, setIncludeClubOrders] = useState(true)
  const [dialog, setDialog] = useState<Dialog>(null)
  const adding = useAddWidget(dispatch, state.present.length)
  const [ref, box] = useBox<HTMLDivElement>()
  const isPhone = box !== null && box.width < PHONE_WIDTH
  const canEdit = dashboard.isOwn
  const canArrange = canEdit && !isPhone
  const emptyReason = useEmptyReason(includeClubOrders)
  const showsNotice = useShowsServicesNotice()
  const { productName } = useClientSettings()
  useUndoKeys(dispatch, canArrange)
  useUnknownTypes(state.present)

  const close = useCallback(() => setDialog(null), [])
  const handleArrange = useCallback(
    (placements: readonly Placement[]) => dispatch({ type: 'arranged', placements }),
    [dispatch],
  )
  const renderTile = useCallback(
    ({ id, type, props }: Widgets[number]) => (
      <Tile
        {...{ id, type, props, emptyReason }}
        canEdit={canArrange}
        isMovable={canArrange}
        onConfigure={(configured) => setDialog({ kind: 'settings', id: configured })}
        onRemove={(removed) => dispatch({ type: 'removed', id: removed })}
      />
    ),
    [canArrange, emptyReason, dispatch],
  )
  const configured = dialog?.kind === 'settings' ? state.present.find(({ id }) => id === dialog.id) : undefined
  const configuredWidget = configured ? widgetByType(configured.type) : null
  const isDefault = wanted === DEFAULT_SLUG || dashboard.isDefault

  return (
    <TileStoreProvider widgets={state.present} includeClubOrders={includeClubOrders}>
      <div className={classes.screen}>
        {showsNotice ? <NoServicesNotice /> : null}
        {isStale ? <StaleNotice isBusy={reload.isPending} onReload={() => reload.mutate()} /> : null}
        <header className={classes.head}>
          <div className={classes.names}>
            <h1 className={classes.name}>
              <InlineText
                value={dashboard.name.trim() || `${productName} Dashboard`}
                label="Dashboard name"
                maxLength={200}
                canEdit={canEdit}
                onSave={(name) => calls.rename.mutate(name)}
              />
            </h1>
            <p className={classes.description}>
              <InlineText
                value={dashboard.description?.trim() || DEFAULT_DESCRIPTION}
                label="Dashboard description"
                maxLength={2000}
                canEdit={canEdit}
                onSave={(description) => calls.describe.mutate(description)}
              />
            </p>
            <Freshness />
          </div>
          <DashboardToolbar
            {...{ includeClubOrders, canArrange, isDirty: dirty }}
            onIncludeClubOrders={setIncludeClubOrders}
            canSave={canEdit && (canArrange || dirty)}
            isSaving={save.isPending}
            canUndo={state.past.length > 0}
            canRedo={state.future.length > 0}
            addButton={adding.button}
            onUndo={() => dispatch({ type: 'undone' })}
            onRedo={() => dispatch({ type: 'redone' })}
            onAdd={adding.open}
            onNew={() => setDialog({ kind: 'new' })}
            onSave={() => save.mutate()}
            onToggleDefault={canEdit && !isDefault ? () => calls.toggleDefault.mutate() : null}
            onDelete={canEdit && !dashboard.isDefault ? () => setDialog({ kind: 'delete' }) : null}
          />
        </header>
        <div ref={ref}>
          {box === null ? null : state.present.length === 0 ? (
            <EmptyDashboard onAdd={canArrange ? adding.open : null} />
          ) : isPhone ? (
            <DashboardPhone widgets={state.present} renderTile={renderTile} />
          ) : (
            <DashboardGrid
              widgets={state.present}
              width={box.width}
              canEdit={canArrange}
              renderTile={renderTile}
              onArrange={handleArrange}
            />
          )}
        </div>
      </div>
      <LeaveGuard mustAsk={mustAsk} />
      {dialog?.kind === 'new' ? (
        <NewDashboardDialog
          isBusy={calls.create.isPending}
          failure={calls.create.isError ? firstMessage(calls.create.error, CREATE_FAILED) : null}
          onCreate={(input) => calls.create.mutate(input, { onSuccess: close })}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'delete' ? (
        <DeleteDialog
          name={dashboard.name}
          isBusy={calls.remove.isPending}
          onDelete={() => calls.remove.mutate(undefined, { onError: close })}
          onClose={close}
        />
      ) : null}
      <Suspense fallback={null}>
        <AddWidgetPanel
          isOpen={adding.isOpen}
          onAdd={adding.add}
          onClose={adding.close}
          onClosed={adding.handleClosed}
        />
        {configured && configuredWidget ? (
          <SettingsPanel
            id={configured.id}
            widget={configuredWidget}
            props={configured.props}
            emptyReason={emptyReason}
            onChange={(props) => dispatch({ type: 'configured', id: configured.id, props })}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </TileStoreProvider>
  )
}

const EmptyDashboard = ({ onAdd }: { onAdd: (() => void) | null }) => (
  <div className={classes.empty}>
    <span>This dashboard has no widgets yet.</span>
    {onAdd ? (
      <Button variant="default" onClick={onAdd}>
        Choose a widget
      </Button>
    ) : null}
  </div>
)
