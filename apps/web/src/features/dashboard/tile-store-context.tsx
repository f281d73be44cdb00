import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import type { DashboardDataRequest } from '#contract/dashboards.ts'
import type { FilterBar } from '#contract/filter-bar.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { openStream } from '#web/api/json.ts'
import { listenForReturn, useOnDataChange } from '#web/app/data-updates.ts'
import { type Runtime, useRuntime } from '#web/app/runtime.tsx'
import { widgetByType } from '#widgets/registry.ts'
import type { Widgets } from './grid-rules.ts'
import type { TileState } from './tile-state.ts'
import { createTileStore, type SendTiles, type TileRequest, type TileStore } from './tile-store.ts'

const TileStoreContext = createContext<TileStore | null>(null)

const PATH = '/dashboards/data'

const sendSignedIn =
  ({ rawFetch }: Runtime): SendTiles =>
  async (request, signal) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(request)
    return openStream(await rawFetch(PATH, { method: 'POST', headers, signal, body }))
  }

/** Lets the browser answer a touch and paint. */
const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve))

const createStore = (send: SendTiles): TileStore =>
  createTileStore({
    now: Date.now,
    messageOf: (error) => firstMessage(error, 'Couldn’t connect to Cuvee. Please try again.'),
    pause,
    send,
  })

/** The title is not part of the query: changing it sends no request. */
const toRequests = ({ id, type, props = {} }: DashboardDataRequest['widgets'][number]): TileRequest[] => {
  const widget = widgetByType(type)
  if (widget === null || widget.content === 'settings') return []
  const { title: _, ...settings } = widget.parseSettings(props)
  return [{ id, type, props: props.keepsOwnDates === true ? { ...settings, keepsOwnDates: true } : settings }]
}

/** Milliseconds after which returning to the window refreshes the data. New data and settings are noticed at once. */
const REFRESH_AFTER_MS = 60_000

/**
 * Refreshes the data when the user returns to the window, the server can be reached again, or the user wants it; the server
 * sends only what has changed.
 */
const useRefreshOnReturn = (store: TileStore): void => {
  const { connection, refreshes } = useRuntime()
  useEffect(() => connection.onRestored(store.refresh), [store, connection])
  useEffect(() => refreshes.subscribe(store.refresh), [store, refreshes])
  useEffect(() => {
    let refreshed = Date.now()
    return listenForReturn(() => {
      if (Date.now() < refreshed + REFRESH_AFTER_MS) return
      refreshed = Date.now()
      store.refresh()
    })
  }, [store])
}

interface TileStoreProviderProps {
  readonly widgets: Widgets
  readonly includeClubOrders: boolean
  readonly filterBar: FilterBar
  /** must not change; default: as the signed-in user */
  readonly send?: SendTiles
  readonly children: ReactNode
}

/** Keeps the data of the given widgets up to date for the tiles below. */
export const TileStoreProvider = ({
  widgets,
  includeClubOrders,
  filterBar,
  send,
  children,
}: TileStoreProviderProps) => {
  const runtime = useRuntime()
  const [store] = useState(() => createStore(send ?? sendSignedIn(runtime)))
  // Before paint, so that the request is sent while the grid is measured and rendered.
  useLayoutEffect(
    () => store.show(widgets.flatMap(toRequests), { includeClubOrders, filterBar }),
    [store, widgets, includeClubOrders, filterBar],
  )
  useEffect(() => () => store.close(), [store])
  useRefreshOnReturn(store)
  useOnDataChange(store.refresh)
  return <TileStoreContext value={store}>{children}</TileStoreContext>
}

export const useTileStore = (): TileStore => {
  const store = useContext(TileStoreContext)
  if (store === null) throw new Error('useTileStore needs a TileStoreProvider above it')
  return store
}

export const useTileState = (id: string): TileState | undefined => {
  const store = useTileStore()
  const subscribe = useCallback((listener: () => void) => store.subscribe(id, listener), [store, id])
  return useSyncExternalStore(subscribe, () => store.get(id))
}

/** Instant of the oldest data on screen; null if there is none. */
export const useOldestAsOf = (): string | null => {
  const store = useTileStore()
  return useSyncExternalStore(store.subscribeAll, store.oldestAsOf)
}
