import type { DashboardDataRequest } from '#contract/dashboards.ts'
import { readJsonLines } from './ndjson.ts'
import { afterLine, heldResult, isWidgetLine, lost, type TileState, waiting } from './tile-state.ts'

export interface TileRequest {
  readonly id: string
  readonly type: string
  readonly props: Readonly<Record<string, unknown>>
}

interface TileStoreOptions {
  /** posts to the dashboards' data call; rejects with the error's own message when it is refused */
  readonly send: (body: DashboardDataRequest, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  readonly messageOf: (error: unknown) => string
  readonly now: () => number
}

/** Data of the tiles on screen; each tile hears of its own changes only. */
export interface TileStore {
  readonly get: (id: string) => TileState | undefined
  readonly subscribe: (id: string, listener: () => void) => () => void
  /** these tiles are on screen now: fetches those that are new or ask something else, in one request */
  readonly show: (tiles: readonly TileRequest[], includeClubOrders: boolean) => void
  readonly retry: (id: string) => void
  /** asks for everything again; what has not changed is not sent again */
  readonly renew: () => void
  /** of all results shown, the oldest instant of their data; null: none has any */
  readonly oldestAsOf: () => string | null
  readonly subscribeAll: (listener: () => void) => () => void
  readonly close: () => void
}

interface Asked {
  readonly tile: TileRequest
  readonly key: string
  /** the request that answers for the tile; earlier ones no longer count */
  readonly turn: number
}

const questionOf = ({ type, props }: TileRequest, includeClubOrders: boolean): string =>
  JSON.stringify([type, Object.entries(props).toSorted(([a], [b]) => (a < b ? -1 : 1)), includeClubOrders])

export const createTileStore = ({ send, messageOf, now }: TileStoreOptions): TileStore => {
  const states = new Map<string, TileState>()
  const asked = new Map<string, Asked>()
  const listeners = new Map<string, Set<() => void>>()
  const listenersToAll = new Set<() => void>()
  const running = new Map<number, AbortController>()
  let clubOrders = true
  let turns = 0

  const put = (id: string, state: TileState): void => {
    states.set(id, state)
    for (const listener of listeners.get(id) ?? []) listener()
    for (const listener of listenersToAll) listener()
  }

  const isOpen = (id: string, turn: number): boolean => {
    const state = states.get(id)?.status
    return asked.get(id)?.turn === turn && (state === 'loading' || state === 'renewing')
  }

  const readAnswer = async (ids: readonly string[], body: DashboardDataRequest, turn: number): Promise<void> => {
    const controller = new AbortController()
    running.set(turn, controller)
    try {
      for await (const line of readJsonLines(await send(body, controller.signal))) {
        if (isWidgetLine(line) && asked.get(line.id)?.turn === turn) put(line.id, afterLine(states.get(line.id), line))
      }
      for (const id of ids) if (isOpen(id, turn)) put(id, lost())
    } catch (error) {
      for (const id of ids) if (isOpen(id, turn)) put(id, lost(messageOf(error)))
    } finally {
      running.delete(turn)
    }
  }

  /** Requests none of whose tiles wait for them any more. */
  const giveUpIdle = (): void => {
    const awaited = new Set([...asked].flatMap(([id, { turn }]) => (isOpen(id, turn) ? [turn] : [])))
    for (const [turn, controller] of running) if (!awaited.has(turn)) controller.abort()
  }

  const ask = (tiles: readonly TileRequest[]): void => {
    if (tiles.length === 0) return
    turns += 1
    const known: Record<string, string> = {}
    for (const tile of tiles) {
      const key = questionOf(tile, clubOrders)
      const held = heldResult(states.get(tile.id))
      if (held !== null) known[tile.id] = held.etag
      asked.set(tile.id, { tile, key, turn: turns })
      put(tile.id, waiting(states.get(tile.id), now()))
    }
    giveUpIdle()
    const widgets = tiles.map(({ id, type, props }) => ({ id, type, props: { ...props } }))
    const body = { includeClubOrders: clubOrders, widgets, known }
    void readAnswer(
      tiles.map(({ id }) => id),
      body,
      turns,
    )
  }

  const forget = (id: string): void => {
    asked.delete(id)
    states.delete(id)
  }

  return {
    get: (id) => states.get(id),
    subscribe: (id, listener) => {
      const own = listeners.get(id) ?? new Set()
      listeners.set(id, own.add(listener))
      return () => void own.delete(listener)
    },
    show: (tiles, includeClubOrders) => {
      clubOrders = includeClubOrders
      const shown = new Set(tiles.map(({ id }) => id))
      for (const id of asked.keys()) if (!shown.has(id)) forget(id)
      ask(tiles.filter((tile) => asked.get(tile.id)?.key !== questionOf(tile, includeClubOrders)))
      giveUpIdle()
    },
    retry: (id) => {
      const tile = asked.get(id)?.tile
      if (tile) ask([tile])
    },
    renew: () => ask([...asked.values()].map(({ tile }) => tile)),
    oldestAsOf: () => [...states.values()].flatMap((state) => heldResult(state)?.asOf ?? []).toSorted()[0] ?? null,
    subscribeAll: (listener) => {
      listenersToAll.add(listener)
      return () => void listenersToAll.delete(listener)
    },
    close: () => {
      for (const controller of running.values()) controller.abort()
      asked.clear()
    },
  }
}
