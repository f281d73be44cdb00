import { createFormats, type Formats } from '#charts/value-format.ts'
import type { WidgetLine } from '#contract/dashboards.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import type { Deps } from '#server/deps.ts'
import { scheduledDashboardMail, tileText } from '#server/mail/templates/scheduled-dashboard.mail.ts'
import { type AnalyticsSettings, loadAnalyticsSettings } from '#server/modules/analytics/index.ts'
import { streamTileLines } from '#server/modules/dashboard-data/index.ts'
import type { OpenedDashboard } from '#server/modules/dashboards/index.ts'
import type { AbsentCaller } from '#server/modules/users/index.ts'
import { dashboardSvg } from './picture/dashboard-picture.ts'
import { rasterize } from './picture/rasterize.ts'
import { type TileContent, tileContent } from './picture/tile-content.ts'

/** Of the attachment, which the email shows in its place. */
const PICTURE_NAME = 'dashboard.png'

const NO_BAR = { includeClubOrders: true, dimensionFilters: [] }

const readLines = async (
  deps: Deps,
  caller: AbsentCaller,
  dashboard: OpenedDashboard,
  signal: AbortSignal,
  limits: Pick<AnalyticsSettings, 'refusesPersonalData'>,
): Promise<ReadonlyMap<string, WidgetLine>> => {
  const settings = { ...(await loadAnalyticsSettings(deps, caller)), ...limits }
  const { includeClubOrders, ...filterBar } = dashboard.filter_bar ?? NO_BAR
  const request = { includeClubOrders, filterBar, widgets: dashboard.widgets }
  const lines = new Map<string, WidgetLine>()
  for await (const bytes of streamTileLines(deps, { settings, caller, request, signal })) {
    // The line was written by this server.
    const line: WidgetLine = JSON.parse(bytes.toString())
    lines.set(line.id, line)
  }
  return lines
}

/** Null without tiles, and where drawing fails: the text has the same numbers. */
const drawPicture = async (
  { log }: Deps,
  tiles: readonly TileContent[],
  signal: AbortSignal,
): Promise<Buffer | null> => {
  const svg = dashboardSvg(tiles)
  if (svg === null) return null
  try {
    return await rasterize(svg, signal)
  } catch (error) {
    signal.throwIfAborted()
    log.error({ err: error }, 'the picture of a dashboard could not be drawn')
    return null
  }
}

interface DashboardReader {
  readonly caller: AbsentCaller
  readonly formats: Formats
}

const readTiles = async (
  deps: Deps,
  { caller, formats }: DashboardReader,
  dashboard: OpenedDashboard,
  signal: AbortSignal,
  limits: Pick<AnalyticsSettings, 'refusesPersonalData'> = {},
): Promise<TileContent[]> => {
  const lines = await readLines(deps, caller, dashboard, signal, limits)
  const ordered = dashboard.widgets.toSorted((a, b) => a.y - b.y || a.x - b.x)
  const reader = { formats, today: localDayOf(deps.clock.now(), caller.account.timeZone) }
  return ordered.flatMap((widget) => tileContent(widget, lines.get(widget.id), reader) ?? [])
}

/** A dashboard as lines for a channel, without tiles that name people. Errors: those of the warehouse. */
export const dashboardParagraphs = async (
  deps: Deps,
  caller: AbsentCaller,
  dashboard: OpenedDashboard,
  signal: AbortSignal,
): Promise<string[]> => {
  const formats = createFormats(caller.account)
  const tiles = await readTiles(deps, { caller, formats }, dashboard, signal, { refusesPersonalData: true })
  return tiles.filter(({ problem }) => problem === null).flatMap((tile) => [tileText(tile), ''])
}

/** The email of a dashboard as it opens: its picture, and its numbers as text. Errors: those of the warehouse. */
export const dashboardMail = async (
  deps: Deps,
  { caller, dashboard, link }: { caller: AbsentCaller; dashboard: OpenedDashboard; link: string },
  signal: AbortSignal,
) => {
  const { currency, timeZone } = caller.account
  const formats = createFormats({ culture: caller.culture, currency, timeZone })
  const tiles = await readTiles(deps, { caller, formats }, dashboard, signal)
  const picture = await drawPicture(deps, tiles, signal)
  const content = scheduledDashboardMail({
    title: dashboard.name,
    day: formats.instant(new Date(deps.clock.now()).toISOString(), 'full'),
    picture: picture && PICTURE_NAME,
    tiles,
    link,
    sender: caller.name,
  })
  return { content, file: picture && { name: PICTURE_NAME, contentType: 'image/png', content: picture } }
}
