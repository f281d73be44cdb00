import { ActionIcon, type ActionIconProps, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowsDiagonal,
  IconArrowsMove,
  IconChartBar,
  IconDots,
  IconPin,
  IconPinned,
  IconPinnedOff,
  IconSettings,
  IconTable,
} from '@tabler/icons-react'
import {
  type ComponentPropsWithRef,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { TileFrame } from '#ui/tile-frame.tsx'
import { TileEmpty } from '#ui/tile-states.tsx'
import { RemoveItem } from '#web/app/remove-item.tsx'
import type { AnyWidget } from '#widgets/kit/widget.ts'
import type { WidgetView } from '#widgets/kit/widget-view.ts'
import { widgetByType } from '#widgets/registry.ts'
import { findView } from '#widgets/views.tsx'
import type { ArrangeMode } from './arrange/arrange-tile.ts'
import classes from './tile.module.css'
import { TileActions } from './tile-actions.tsx'
import { ExplainableTile } from './tile-lineage.tsx'
import { TileMarks, useTileAlert } from './tile-marks.tsx'
import { TileFooter, TilePicture } from './tile-picture.tsx'
import { shownResult, type TileResult } from './tile-state.ts'
import { useOldestAsOf, useTileState, useTileStore } from './tile-store-context.tsx'

interface TileMenuProps {
  readonly title: string
  readonly canEdit: boolean
  readonly isTable: boolean
  readonly hasTable: boolean
  /** there are further items */
  readonly hasMore: boolean
  /** null: the widget has no dates of its own */
  readonly keepsOwnDates: boolean | null
  readonly onKeepDates: () => void
  /** null: this screen is too narrow to arrange tiles */
  readonly onArrange: ((mode: ArrangeMode) => void) | null
  readonly onConfigure: () => void
  readonly onToggleTable: () => void
  readonly onRemove: () => void
  /** further items */
  readonly children?: ReactNode
}

interface MenuButtonProps extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  readonly title: string
}

const MenuButton = ({ title, ...rest }: MenuButtonProps) => (
  <ActionIcon size={24} className={classes.menuButton} aria-label={`Actions for ${title}`} {...rest}>
    <IconDots size={16} />
  </ActionIcon>
)

/** Actions on a tile. The menu is made when it is first opened, because a dashboard has many. */
const TileMenu = (props: TileMenuProps) => {
  const [wasOpened, setOpened] = useState(false)
  if (!props.canEdit && !props.hasMore) return null
  if (wasOpened) return <OpenedTileMenu {...props} />
  return <MenuButton title={props.title} aria-haspopup="menu" aria-expanded={false} onClick={() => setOpened(true)} />
}

const OpenedTileMenu = (props: TileMenuProps) => {
  const { title, canEdit, isTable, hasTable, keepsOwnDates, onKeepDates, onConfigure, onToggleTable, onRemove } = props
  const { onArrange } = props
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // The button took the place of the one that was clicked, and its focus.
  useEffect(() => {
    button.current?.focus()
    setOpened(true)
  }, [])
  return (
    <Menu position="bottom-end" withinPortal opened={opened} onChange={setOpened}>
      <Menu.Target>
        <MenuButton title={title} ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {hasTable ? (
          <Menu.Item
            leftSection={isTable ? <IconChartBar size={16} /> : <IconTable size={16} />}
            onClick={onToggleTable}
          >
            {isTable ? 'Show as chart' : 'Show as table'}
          </Menu.Item>
        ) : null}
        {props.children}
        {canEdit ? (
          <>
            <Menu.Item leftSection={<IconSettings size={16} />} onClick={onConfigure}>
              Settings
            </Menu.Item>
            {keepsOwnDates === null ? null : (
              <Menu.Item
                leftSection={keepsOwnDates ? <IconPinnedOff size={16} /> : <IconPin size={16} />}
                onClick={onKeepDates}
              >
                {keepsOwnDates ? 'Follow the dashboard’s dates' : 'Keep its own dates'}
              </Menu.Item>
            )}
            {onArrange ? <ArrangeItems onArrange={onArrange} /> : null}
            <RemoveItem onClick={onRemove}>Remove</RemoveItem>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

const ArrangeItems = ({ onArrange }: { onArrange: (mode: ArrangeMode) => void }) => (
  <>
    <Menu.Item leftSection={<IconArrowsMove size={16} />} onClick={() => onArrange('move')}>
      Move
    </Menu.Item>
    <Menu.Item leftSection={<IconArrowsDiagonal size={16} />} onClick={() => onArrange('resize')}>
      Resize
    </Menu.Item>
  </>
)

export interface TileProps {
  readonly id: string
  readonly type: string
  readonly props: Readonly<Record<string, unknown>>
  readonly canEdit: boolean
  readonly isMovable: boolean
  readonly emptyReason: string
  readonly onArrange: (id: string, mode: ArrangeMode) => void
  readonly onConfigure: (id: string) => void
  readonly onChangeProps: (id: string, props: TileProps['props']) => void
  readonly onDuplicate: (id: string) => void
  readonly onRemove: (id: string) => void
}

// Opens on click only, so its code is loaded on demand.
const FullScreenTile = lazy(() => import('./full-screen-tile.tsx').then((m) => ({ default: m.FullScreenTile })))

const ReportSourceField = lazy(() =>
  import('./report-source-field.tsx').then((m) => ({ default: m.ReportSourceField })),
)

/** A widget on the dashboard. Moving it does not render it again. */
export const Tile = memo((props: TileProps) => {
  const widget = widgetByType(props.type)
  const view = findView(props.type)
  if (widget === null || view === null) return <UnknownTile {...props} />
  return <KnownTile {...props} widget={widget} view={view} />
})

const KnownTile = (props: TileProps & { readonly widget: AnyWidget; readonly view: WidgetView }) => {
  const { id, widget, view, canEdit, isMovable, emptyReason, onConfigure, onChangeProps, onRemove } = props
  const { onArrange } = props
  const [isFullScreen, setFullScreen] = useState(false)
  const settings = useMemo(() => widget.parseSettings(props.props), [widget, props.props])
  const title = typeof settings.title === 'string' ? settings.title : widget.title
  const state = useTileState(id)
  const store = useTileStore()
  const [isTable, setTable] = useState(false)
  const result = shownResult(state)
  const keepsOwnDates = props.props.keepsOwnDates === true
  const explained = useMemo(
    () => (keepsOwnDates ? { ...settings, keepsOwnDates } : settings),
    [keepsOwnDates, settings],
  )
  const hasOwnDates =
    widget.content === 'report' || widget.fields.some(({ name }) => name === 'periodType' || name === 'dateRange')
  const keepDates = (): void => {
    const { keepsOwnDates: _, ...rest } = props.props
    onChangeProps(id, keepsOwnDates ? rest : { ...rest, keepsOwnDates: true })
  }
  const onAlert = useTileAlert({ title, plan: widget.planOf(settings), source: settings.source })
  const menu = (
    <>
      {keepsOwnDates && hasOwnDates ? <OwnDatesPin /> : null}
      <TileMenu
        title={title}
        canEdit={canEdit}
        isTable={isTable}
        hasMore={view.frame === 'titled'}
        hasTable={view.frame === 'titled' && (result?.data.report?.show ?? 'chart') === 'chart'}
        keepsOwnDates={hasOwnDates ? keepsOwnDates : null}
        onKeepDates={keepDates}
        onArrange={isMovable ? (mode) => onArrange(id, mode) : null}
        onConfigure={() => onConfigure(id)}
        onToggleTable={() => setTable(!isTable)}
        onRemove={() => onRemove(id)}
      >
        <TileActions
          {...{ id, title, settings, result }}
          onDuplicate={canEdit ? () => props.onDuplicate(id) : null}
          onFullScreen={() => setFullScreen(true)}
          onAlert={onAlert}
        />
      </TileMenu>
    </>
  )
  const isUnchosen = canEdit && state?.status === 'refused' && state.code === 'widget.no_report'
  const picture = { title, view, settings, state, isTable, emptyReason, onRetry: () => store.retry(id) }
  return (
    <TileFrame
      title={title}
      isBare={view.frame === 'bare'}
      isMovable={isMovable}
      isBusy={state?.status === 'refreshing'}
      menu={menu}
      footer={view.frame === 'titled' && result !== null ? <OwnFooter result={result} /> : null}
    >
      <ExplainableTile type={props.type} settings={explained}>
        <TileMarks {...{ widget, title, result }} settings={explained}>
          {isUnchosen ? (
            <Suspense fallback={null}>
              <ReportSourceField
                source={null}
                onChange={(chosen) => onChangeProps(id, { ...props.props, ...chosen })}
              />
            </Suspense>
          ) : (
            <TilePicture {...picture} />
          )}
          <Suspense fallback={null}>
            {isFullScreen ? <FullScreenTile {...picture} onClose={() => setFullScreen(false)} /> : null}
          </Suspense>
        </TileMarks>
      </ExplainableTile>
    </TileFrame>
  )
}

const OWN_DATES = 'This tile keeps its own dates'

const OwnDatesPin = () => (
  <Tooltip label={OWN_DATES}>
    <span className={classes.pin} role="img" aria-label={OWN_DATES}>
      <IconPinned size={16} aria-hidden />
    </span>
  </Tooltip>
)

/** Placeholder for a widget type unknown to this version; it is saved unchanged. */
const UnknownTile = ({ id, type, canEdit, isMovable, onArrange, onConfigure, onRemove }: TileProps) => (
  <TileFrame
    title="Unknown widget"
    isMovable={isMovable}
    menu={
      <TileMenu
        title="Unknown widget"
        canEdit={canEdit}
        isTable={false}
        hasTable={false}
        hasMore={false}
        keepsOwnDates={null}
        onKeepDates={() => undefined}
        onArrange={isMovable ? (mode) => onArrange(id, mode) : null}
        onConfigure={() => onConfigure(id)}
        onToggleTable={() => undefined}
        onRemove={() => onRemove(id)}
      />
    }
  >
    <TileEmpty reason={`This version doesn’t support the widget type “${type}”. It stays unchanged when you save.`} />
  </TileFrame>
)

const OwnFooter = ({ result }: { result: TileResult }) => <TileFooter result={result} pageAsOf={useOldestAsOf()} />
