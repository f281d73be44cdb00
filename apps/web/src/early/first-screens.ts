import { textWidth } from '#charts/text-measure.ts'
import { createFormats, type Formats } from '#charts/value-format.ts'
import type { Account } from '#contract/account.ts'
import type { User } from '#contract/auth.ts'
import type { Dashboard, OpenedLine, WidgetData, WidgetEntry } from '#contract/dashboards.ts'
import type { HomeSummary } from '#contract/home.ts'
import type { InsightList } from '#contract/insights.ts'
import type { ReportCatalog } from '#contract/report-catalog.ts'
import type { ReportResult } from '#contract/reports.ts'
import { REPORT_ROLES } from '#domain/role.ts'
import { readJsonLines } from '#web/api/json.ts'
import { orderForPhone, type PhoneTile, tileHeight } from '#web/features/dashboard/tile-places.ts'
import { factsOf } from '#web/features/reports/report-facts-text.ts'
import { type FirstCalls, readCopy, splitFirstLine, streamCopy } from './first-calls.ts'
import {
  drawCards,
  drawFacts,
  drawTiles,
  drawTitle,
  type FirstNumber,
  type FirstScreen,
  makeRoom,
  onceParsed,
} from './first-texts.ts'

export interface Start {
  readonly user: User
  readonly calls: FirstCalls
  readonly account: Promise<Response | null>
  /** Notes what is drawn, which stays until the app shows it. */
  readonly note: (text: string) => void
  /** What matters first is drawn, though the answer goes on. */
  readonly isDrawn: () => void
}

/** As `reader-formats.tsx`. */
const formatsOf = (user: User, { culture, currency, timeZone }: Account): Formats =>
  createFormats({ culture: user.culture ?? culture, currency, timeZone })

const mayRead = ({ user }: Start): boolean => user.roles.some((role) => REPORT_ROLES.includes(role))

/** Of the lines of Home's stream. Like all answers here, they are read only in good answers of our own server. */
const isSummary = (line: unknown): line is HomeSummary =>
  typeof line === 'object' && line !== null && 'kind' in line && line.kind === 'summary'

const drawSentence = async ({ calls: { ask }, note, isDrawn }: Start): Promise<void> => {
  const stream = await streamCopy(ask('/home/data', '{"period":"today"}'))
  if (stream === null || localStorage.getItem('home.isFolded') === 'true') return
  for await (const line of readJsonLines(stream)) {
    if (!isSummary(line)) continue
    const sentence = line.sentence.map(({ text }) => text).join('')
    note(sentence)
    drawTitle(sentence)
    isDrawn()
    return
  }
}

/** Of the app's call for the numbers of tiles. */
const NUMBERS_PATH = '/dashboards/data'

interface Opened {
  readonly dashboard: Dashboard
  /** null: none are sent, or the address has other filters */
  readonly numbers: Promise<Response> | null
}

const readOpened = async (answer: Response): Promise<Opened & Pick<OpenedLine, 'request'>> => {
  if (answer.body === null) throw new Error('The answer is empty')
  const { line, rest } = await splitFirstLine(answer.body)
  const { dashboard, request }: OpenedLine = JSON.parse(line)
  const headers = { 'content-type': answer.headers.get('content-type') ?? '' }
  return { dashboard, request, numbers: request && Promise.resolve(new Response(rest, { headers })) }
}

/**
 * Asks for a dashboard and its numbers in one call. Its first line becomes the answer to the app's call for the dashboard, the others that to
 * its call for the numbers.
 */
const askForDashboard = async ({ calls: { ask, note } }: Start, slug: string): Promise<Opened | null> => {
  const path = `/dashboards/${slug}`
  if (location.search !== '') {
    const dashboard = await readCopy<Dashboard>(ask(path))
    return dashboard && { dashboard, numbers: null }
  }
  const answer = ask(`${path}/opened`)
  const reading = answer.then((response) => (response?.ok ? readOpened(response) : null)).catch(() => null)
  const toApp = async (): Promise<Response | null> => {
    const opened = await reading
    // An error is that of the dashboard.
    if (opened === null) return (await answer)?.ok ? null : answer
    if (opened.numbers) note(NUMBERS_PATH, JSON.stringify(opened.request), opened.numbers)
    return Response.json(opened.dashboard)
  }
  note(path, '', toApp())
  return reading
}

const openHome = async (start: Start): Promise<void> => {
  const sentence = mayRead(start) ? drawSentence(start) : null
  await askForDashboard(start, 'default')
  await sentence
}

/** Pixels of a window that stacks the tiles. */
const PHONE_WINDOW = 620
/** Pixels around the page and, in a tile, around its content. */
const PAGE_EDGES = 32
const TILE_EDGES = 34
const GAP = 12
/** Font size in pixels of the number of a tile of half the width. */
const NARROW_SIZE = 24
/** From this height in pixels on, a tile of the whole width has its number above its chart. */
const TALL = 224
const TILES_IN_VIEW = 4

/** Widgets whose headline is their first number. */
const NUMBER_FIRST: readonly string[] = ['sales', 'orderMetrics', 'avgOrder', 'memberCancellation', 'clubSignup']

const headlineOf = ({ type, props }: WidgetEntry, { kpis, rows }: WidgetData) => {
  const [first] = rows.length === 0 ? [] : kpis
  if (type === 'salesSummary') return kpis.find(({ metric }) => metric === props?.column) ?? first
  return NUMBER_FIRST.includes(type) ? first : undefined
}

/** A tile's headline, as `kpi-layout.tsx` writes it; null: it has none, or another place for it. */
const numberOf = ({ span, entry }: PhoneTile, data: WidgetData, formats: Formats): FirstNumber | null => {
  const kpi = headlineOf(entry, data)
  if (kpi?.value == null || (span === 'full' && tileHeight(entry.h, span) < TALL)) return null
  const { label, value, format } = kpi
  const figure = formats.figure(value, format)
  const room = (innerWidth - PAGE_EDGES - GAP) / 2 - TILE_EDGES
  const isTooWide = span === 'half' && textWidth(figure, NARROW_SIZE) > room
  return { label, figure: isTooWide ? formats.compact(value, format) : figure }
}

interface TileLine {
  readonly id: string
}

interface DataLine extends TileLine {
  readonly data: WidgetData
}

const isTileLine = (line: unknown): line is TileLine => typeof line === 'object' && line !== null && 'id' in line
const isDataLine = (line: TileLine): line is DataLine => 'data' in line

const openDashboard = async (start: Start, [, slug = 'default']: readonly string[]): Promise<void> => {
  const opened = await askForDashboard(start, slug)
  const name = opened?.dashboard.name.trim() ?? ''
  // Without a frame nobody waits for texts any more.
  if (!opened?.numbers || name === '' || !window.cuveeEarlyCalls) return
  start.note(name)
  drawTitle(name)
  if (innerWidth >= PHONE_WINDOW) return
  const tiles = orderForPhone(opened.dashboard.widgets).slice(0, TILES_IN_VIEW)
  const drawNumber = drawTiles(
    tiles.map(({ span, entry: { id, h, props } }) => {
      const title = typeof props?.title === 'string' ? props.title : ''
      return { id, span, title, height: tileHeight(h, span) }
    }),
  )
  const [account, stream] = [await readCopy<Account>(start.account), await streamCopy(opened.numbers)]
  if (account === null || stream === null) return
  const formats = formatsOf(start.user, account)
  let awaited = tiles.length
  for await (const line of readJsonLines(stream)) {
    if (!isTileLine(line)) continue
    const tile = tiles.find(({ entry }) => entry.id === line.id)
    if (tile === undefined) continue
    const number = isDataLine(line) ? numberOf(tile, line.data, formats) : null
    if (number !== null) {
      start.note(number.figure)
      drawNumber(line.id, number)
    }
    awaited -= 1
    if (awaited === 0) start.isDrawn()
  }
}

/** Of the built-in reports of every plan. */
declare const REPORT_HEADS: Readonly<Record<string, readonly [title: string, description: string, isGrouped: boolean]>>

const openReport = async (start: Start, [, name = '']: readonly string[]): Promise<void> => {
  if (!mayRead(start)) return
  const catalog = start.calls.ask('/reports/catalog')
  const head = Object.hasOwn(REPORT_HEADS, name) ? REPORT_HEADS[name] : undefined
  if (head === undefined) {
    const found = await readCopy<ReportCatalog>(catalog)
    const report = found?.builtin.find(({ group, slug }) => `${group}/${slug}` === name)
    if (report === undefined) return
    start.note(report.title)
    drawTitle(report.title, report.description)
    return
  }
  const [title, description, isGrouped] = head
  onceParsed(() => drawTitle(title, description))
  // Without the catalog the screen shows something else.
  void catalog.then((answer) => answer?.ok && start.note(title))
  // The app asks for all rows at once only if they are groups.
  if (!isGrouped || location.search !== '') return
  const query = JSON.stringify({ definition: { builtin: name }, page: 1, pageSize: 500 })
  const rows = start.calls.ask('/reports/query', query)
  const [account, result] = [await readCopy<Account>(start.account), await readCopy<ReportResult>(rows)]
  // In a wide window the facts have another place.
  if (account === null || result === null || innerWidth >= PHONE_WINDOW) return
  const facts = factsOf({ result, isGrouped, filters: '', isUpdated: false }, formatsOf(start.user, account))
  start.note(facts)
  drawFacts(facts)
}

const CARDS_IN_VIEW = 3

const openInsights = async (start: Start): Promise<void> => {
  if (!mayRead(start) || location.search !== '') return
  const list = await readCopy<InsightList>(start.calls.ask('/insight?page=1&pageSize=20&dismissed=false'))
  if (list === null) return
  const [first] = list.items
  if (first === undefined) return
  start.note(first.summary)
  drawTitle('AI Insights', 'What stands out in your data, and why.')
  drawCards(list.items.slice(0, CARDS_IN_VIEW))
}

interface Screen {
  readonly name: FirstScreen
  readonly path: RegExp
  readonly open: (start: Start, match: readonly string[]) => Promise<void>
}

const SCREENS: readonly Screen[] = [
  { name: 'home', path: /^\/$/, open: openHome },
  { name: 'dashboard', path: /^\/dashboard(?:\/([^/]+))?$/, open: openDashboard },
  { name: 'report', path: /^\/reports\/(?!my\/|shared\/)([^/]+\/[^/]+)$/, open: openReport },
  { name: 'insights', path: /^\/ai\/insights$/, open: openInsights },
]

/** Asks for what the screen at this address shows first, and draws it as soon as it is there; null: that is nothing. */
export const openScreen = (start: Omit<Start, 'isDrawn'>): Promise<void> | null => {
  for (const { name, path, open } of SCREENS) {
    const match = path.exec(location.pathname)
    if (match === null) continue
    makeRoom(name)
    // The app asks again for what failed, and says so.
    const { promise, resolve } = Promise.withResolvers<void>()
    open({ ...start, isDrawn: resolve }, match).then(resolve, resolve)
    return promise
  }
  return null
}
