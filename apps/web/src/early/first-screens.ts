import { createFormats, type Formats } from '#charts/value-format.ts'
import type { Account } from '#contract/account.ts'
import type { User } from '#contract/auth.ts'
import type { Dashboard } from '#contract/dashboards.ts'
import type { HomeSummary } from '#contract/home.ts'
import type { InsightList } from '#contract/insights.ts'
import type { ReportCatalog } from '#contract/report-catalog.ts'
import type { ReportResult } from '#contract/reports.ts'
import { REPORT_ROLES } from '#domain/role.ts'
import { readJsonLines } from '#web/api/json.ts'
import { factsOf } from '#web/features/reports/report-facts-text.ts'
import { type FirstCalls, readCopy, streamCopy } from './first-calls.ts'
import { drawCards, drawFacts, drawTitle, type FirstScreen, makeRoom, onceParsed } from './first-texts.ts'

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

const openDashboard = async (
  { calls: { ask }, note }: Start,
  [, slug = 'default']: readonly string[],
): Promise<void> => {
  const dashboard = await readCopy<Dashboard>(ask(`/dashboards/${slug}`))
  const name = dashboard?.name.trim() ?? ''
  // Without a frame nobody waits for texts any more.
  if (name === '' || !window.cuveeEarlyCalls) return
  note(name)
  drawTitle(name)
}

const openHome = async (start: Start): Promise<void> => {
  const sentence = mayRead(start) ? drawSentence(start) : null
  void start.calls.ask('/dashboards/default')
  await sentence
}

/** Pixels of a window that stacks the tiles. */
const PHONE_WINDOW = 620
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
