import type { WidgetLine } from '#contract/dashboards.ts'
import type { WidgetResult } from '#widgets/kit/widget-view.ts'

export interface TileResult extends WidgetResult {
  readonly asOf: string | null
  readonly etag: string
}

/** What a tile shows. `since` is when the wait began, in epoch milliseconds. */
export type TileState =
  | { readonly status: 'loading'; readonly since: number }
  | { readonly status: 'ready'; readonly result: TileResult }
  /** the last result stays in view while its successor is fetched */
  | { readonly status: 'renewing'; readonly result: TileResult; readonly since: number }
  | { readonly status: 'failed'; readonly message: string }

export type DataLine = Extract<WidgetLine, { data: unknown }>

/** Whether a value of the stream is a line for a tile; results themselves are not validated again. */
export const isWidgetLine = (value: unknown): value is WidgetLine => {
  if (typeof value !== 'object' || value === null || !('id' in value) || typeof value.id !== 'string') return false
  if ('unchanged' in value) return value.unchanged === true
  if ('error' in value) return typeof value.error === 'object' && value.error !== null && 'message' in value.error
  return 'data' in value && typeof value.data === 'object' && value.data !== null && 'kpis' in value.data
}

const resultOf = ({ data, range, compareRange, asOf, etag }: DataLine): TileResult => ({
  data,
  range,
  compareRange: compareRange ?? null,
  asOf,
  etag,
})

export const heldResult = (state: TileState | undefined): TileResult | null =>
  state?.status === 'ready' || state?.status === 'renewing' ? state.result : null

const LOST = 'The data didn’t load. Please try again.'

export const waiting = (state: TileState | undefined, since: number): TileState => {
  const held = heldResult(state)
  return held === null ? { status: 'loading', since } : { status: 'renewing', result: held, since }
}

/** What a line makes of a tile. */
export const afterLine = (state: TileState | undefined, line: WidgetLine): TileState => {
  if ('error' in line) return { status: 'failed', message: line.error.message }
  if ('data' in line) return { status: 'ready', result: resultOf(line) }
  const held = heldResult(state)
  return held === null ? { status: 'failed', message: LOST } : { status: 'ready', result: held }
}

export const lost = (message: string = LOST): TileState => ({ status: 'failed', message })
