import type { WidgetEntry, WidgetLine } from '#contract/dashboards.ts'
import type { NotApplied } from '#contract/filter-bar.ts'
import type { WidgetResult } from '#widgets/kit/widget-view.ts'
import { widgetByType } from '#widgets/registry.ts'

export interface TileResult extends WidgetResult {
  readonly asOf: string | null
  readonly etag: string
  /** parts of the filter bar that the tile cannot apply */
  readonly notApplied: readonly NotApplied[]
}

/** State of a tile. `since` is when loading began, in epoch milliseconds. */
export type TileState =
  | { readonly status: 'loading'; readonly since: number }
  | { readonly status: 'ready'; readonly result: TileResult }
  /** the last result stays visible while it is refreshed */
  | { readonly status: 'refreshing'; readonly result: TileResult; readonly since: number }
  | { readonly status: 'failed'; readonly message: string }
  /** the tile is not for this reader, or has nothing to show until a setting is made elsewhere */
  | { readonly status: 'refused'; readonly message: string; readonly code: string }

type DataLine = Extract<WidgetLine, { data: unknown }>
type FailedLine = Extract<WidgetLine, { error: unknown }>

/** Whether a value of the stream is a line for a tile; results are not validated again. */
export const isWidgetLine = (value: unknown): value is WidgetLine => {
  if (typeof value !== 'object' || value === null || !('id' in value) || typeof value.id !== 'string') return false
  if ('unchanged' in value) return value.unchanged === true
  if ('error' in value) return typeof value.error === 'object' && value.error !== null && 'message' in value.error
  return 'data' in value && typeof value.data === 'object' && value.data !== null && 'kpis' in value.data
}

const toResult = ({ data, range, compareRange, comparison, notApplied, asOf, etag }: DataLine): TileResult => ({
  data,
  range,
  compareRange: compareRange ?? null,
  comparison: comparison ?? null,
  notApplied: notApplied ?? [],
  asOf,
  etag,
})

export const shownResult = (state: TileState | undefined): TileResult | null =>
  state?.status === 'ready' || state?.status === 'refreshing' ? state.result : null

const LOAD_FAILED = 'The data didn’t load. Please try again.'

export const loadingState = (state: TileState | undefined, since: number): TileState => {
  const current = shownResult(state)
  return current === null ? { status: 'loading', since } : { status: 'refreshing', result: current, since }
}

/** Short where the message of the whole page says more. */
const failureText = ({ code, message }: FailedLine['error']): string =>
  code === 'account.data_unavailable' ? 'Data unavailable' : message

/** Errors that asking again does not fix. */
const REFUSALS: ReadonlySet<string> = new Set(['widget.personal_data', 'widget.goal_not_set', 'widget.no_report'])

/** The state of a tile after a line of the stream. */
export const applyLine = (state: TileState | undefined, line: WidgetLine): TileState => {
  if ('error' in line) {
    const { code } = line.error
    const message = failureText(line.error)
    return REFUSALS.has(code) ? { status: 'refused', message, code } : { status: 'failed', message }
  }
  if ('data' in line) return { status: 'ready', result: toResult(line) }
  const current = shownResult(state)
  return current === null
    ? { status: 'failed', message: LOAD_FAILED }
    : { status: 'ready', result: { ...current, notApplied: line.notApplied ?? [] } }
}

export const failedState = (message: string = LOAD_FAILED): TileState => ({ status: 'failed', message })

/** The settings of a tile with all defaults; stored props as they are for an unknown type. */
export const widgetSettings = ({ type, props }: WidgetEntry): Readonly<Record<string, unknown>> =>
  widgetByType(type)?.parseSettings(props) ?? props

/** The title of a tile, as its card shows it. */
export const tileTitle = (entry: WidgetEntry): string => {
  const { title } = widgetSettings(entry)
  return typeof title === 'string' && title !== '' ? title : (widgetByType(entry.type)?.title ?? entry.type)
}
