import type { DashboardDataRequest } from '#contract/dashboards.ts'
import { readJsonLines } from '#web/api/json.ts'
import { applyLine, failedState, isWidgetLine, loadingState, shownResult, type TileState } from './tile-state.ts'

export interface TileRequest {
  readonly id: string
  readonly type: string
  readonly props: Readonly<Record<string, unknown>>
}

/** What applies to all tiles. */
export type RequestedBar = Required<Pick<DashboardDataRequest, 'includeClubOrders' | 'filterBar'>>

/** Sends a request for tile data; rejects with the error of the response. */
export type SendTiles = (body: DashboardDataRequest, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>

interface TileStoreOptions {
  readonly send: SendTiles
  readonly messageOf: (error: unknown) => string
  /** awaited between two lines, so that the page stays responsive while tiles are drawn; default: does not wait */
  readonly pause?: () => Promise<void>
  readonly now: () => number
}

/** Data of the tiles on screen; subscribers are notified per tile. */
export interface TileStore {
  readonly get: (id: string) => TileState | undefined
  readonly subscribe: (id: string, listener: () => void) => () => void
  /** sets the tiles on screen: fetches new and changed ones in one request */
  readonly show: (tiles: readonly TileRequest[], bar: RequestedBar) => void
  readonly retry: (id: string) => void
  /** requests everything again; the server omits unchanged results */
  readonly refresh: () => void
  /** the oldest instant among the data of all results; null if there are none */
  readonly oldestAsOf: () => string | null
  readonly subscribeAll: (listener: () => void) => () => void
  readonly close: () => void
}

interface RequestedTile {
  readonly tile: TileRequest
  readonly key: string
  /** the latest request for the tile; responses to earlier ones are ignored */
  readonly requestNumber: number
}

const toQueryKey = ({ type, props }: TileRequest, bar: RequestedBar): string =>
  JSON.stringify([type, Object.entries(props).toSorted(([a], [b]) => (a < b ? -1 : 1)), bar])

export const createTileStore = ({ send, messageOf, now, pause }: TileStoreOptions): TileStore => {
  const states = new Map<string, TileState>()
  const requested = new Map<string, RequestedTile>()
  const listeners = new Map<string, Set<() => void>>()
  const listenersToAll = new Set<() => void>()
  const running = new Map<number, AbortController>()
  let shownBar: RequestedBar = { includeClubOrders: true, filterBar: { dimensionFilters: [] } }
  let requestCount = 0

  const setState = (id: string, state: TileState): void => {
    states.set(id, state)
    for (const listener of listeners.get(id) ?? []) listener()
    for (const listener of listenersToAll) listener()
  }

  const isOpen = (id: string, requestNumber: number): boolean => {
    const state = states.get(id)?.status
    return requested.get(id)?.requestNumber === requestNumber && (state === 'loading' || state === 'refreshing')
  }

  const readResponse = async (
    ids: readonly string[],
    body: DashboardDataRequest,
    requestNumber: number,
  ): Promise<void> => {
    const controller = new AbortController()
    running.set(requestNumber, controller)
    try {
      for await (const line of readJsonLines(await send(body, controller.signal))) {
        if (isWidgetLine(line) && requested.get(line.id)?.requestNumber === requestNumber)
          setState(line.id, applyLine(states.get(line.id), line))
        if (pause !== undefined) await pause()
      }
      for (const id of ids) if (isOpen(id, requestNumber)) setState(id, failedState())
    } catch (error) {
      for (const id of ids) if (isOpen(id, requestNumber)) setState(id, failedState(messageOf(error)))
    } finally {
      running.delete(requestNumber)
    }
  }

  /** Aborts requests that no tile is waiting for. */
  const abortUnused = (): void => {
    const awaitedRequests = new Set(
      [...requested].flatMap(([id, { requestNumber }]) => (isOpen(id, requestNumber) ? [requestNumber] : [])),
    )
    for (const [requestNumber, controller] of running) if (!awaitedRequests.has(requestNumber)) controller.abort()
  }

  const requestTiles = (tiles: readonly TileRequest[]): void => {
    if (tiles.length === 0) return
    requestCount += 1
    const known: Record<string, string> = {}
    for (const tile of tiles) {
      const key = toQueryKey(tile, shownBar)
      const current = shownResult(states.get(tile.id))
      if (current !== null) known[tile.id] = current.etag
      requested.set(tile.id, { tile, key, requestNumber: requestCount })
      setState(tile.id, loadingState(states.get(tile.id), now()))
    }
    abortUnused()
    const widgets = tiles.map(({ id, type, props }) => ({ id, type, props: { ...props } }))
    const body = { ...shownBar, widgets, known }
    void readResponse(
      tiles.map(({ id }) => id),
      body,
      requestCount,
    )
  }

  const removeTile = (id: string): void => {
    requested.delete(id)
    states.delete(id)
  }

  return {
    get: (id) => states.get(id),
    subscribe: (id, listener) => {
      const own = listeners.get(id) ?? new Set()
      listeners.set(id, own.add(listener))
      return () => void own.delete(listener)
    },
    show: (tiles, bar) => {
      shownBar = bar
      const shown = new Set(tiles.map(({ id }) => id))
      for (const id of requested.keys()) if (!shown.has(id)) removeTile(id)
      requestTiles(tiles.filter((tile) => requested.get(tile.id)?.key !== toQueryKey(tile, bar)))
      abortUnused()
    },
    retry: (id) => {
      const tile = requested.get(id)?.tile
      if (tile) requestTiles([tile])
    },
    refresh: () => requestTiles([...requested.values()].map(({ tile }) => tile)),
    oldestAsOf: () => [...states.values()].flatMap((state) => shownResult(state)?.asOf ?? []).toSorted()[0] ?? null,
    subscribeAll: (listener) => {
      listenersToAll.add(listener)
      return () => void listenersToAll.delete(listener)
    },
    close: () => {
      for (const controller of running.values()) controller.abort()
      requested.clear()
    },
  }
}
