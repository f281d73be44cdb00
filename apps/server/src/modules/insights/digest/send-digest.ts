import { DAY_MS } from '#domain/clock.ts'
import { addDays, addMonths, addYears, type LocalDay, startOfMonth } from '#domain/ranges/local-day.ts'
import { periodStart } from '#domain/ranges/period.ts'
import { toLocalTime } from '#domain/ranges/time-zone.ts'
import { hasAnyRole, PERMISSIONS } from '#domain/role.ts'
import { allSalesFigure } from '#insights/account/reported-figures.ts'
import { computed, type Figure } from '#insights/insight/figure.ts'
import { figureText, periodText, type Reader } from '#insights/language/format.ts'
import type { Slot } from '#insights/language/insight-text.ts'
import type { DayRange } from '#insights/series/series.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { notificationMail } from '#server/mail/templates/notification.mail.ts'
import { type AnalyticsSettings, type QuerySession, withConsistentVersion } from '#server/modules/analytics/index.ts'
import type { NotificationMessage } from '#server/modules/notifications/index.ts'
import { defineEvent } from '#server/platform/events.ts'
import type { AnalysisResult } from '../analysis/analyze-account.ts'
import { historyQuery } from '../history/history-reader.ts'
import { claimDigest } from '../store/analysis-runs.repo.ts'
import { insightReaders } from '../store/insight-steps.repo.ts'
import { type InsightRow, insightsSince } from '../store/insights.repo.ts'
import type { StoredSettings } from '../store/settings.repo.ts'
import { formatSlots, insightLine, renderInsight, renderTemplate } from '../text/render-insight.ts'

/** The figures of a digest, each as `POST /reports/query` returns it. */
interface DigestFigures {
  readonly yesterday: DayRange
  /** from the first of the month; on the first itself, the previous month */
  readonly month: DayRange
  /** the same days of the previous year */
  readonly lastYear: DayRange
  readonly figures: readonly Figure[]
}

const rangesAt = (today: LocalDay): Omit<DigestFigures, 'figures'> => {
  const first = startOfMonth(today)
  const from = first === today ? addMonths(first, -1) : first
  return {
    yesterday: { from: addDays(today, -1), until: today },
    month: { from, until: today },
    lastYear: { from: addYears(from, -1), until: addYears(today, -1) },
  }
}

/** Net sales and orders of the days including club orders, which is the default of the reports. */
const salesIn = async (session: QuerySession, range: DayRange, minorUnits: number): Promise<[number, number]> => {
  const days = { ...range, of: 'orderDate' }
  const query = historyQuery({ reportType: 'Orders', columns: ['netSales', 'orderCount'], groupBy: [], days })
  const [row = []] = await session.rows(query)
  return [Math.round(Number(row[0] ?? 0) * minorUnits), Number(row[1] ?? 0)]
}

/** Yesterday, and the month to date compared with the same days of the previous year. */
export const digestFigures = async (
  session: QuerySession,
  { today, minorUnits }: { today: LocalDay; minorUnits: number },
): Promise<DigestFigures> => {
  const ranges = rangesAt(today)
  const measured = async (name: string, range: DayRange): Promise<Figure[]> => {
    const [sales, orders] = await salesIn(session, range, minorUnits)
    const figure = (columnId: 'netSales' | 'orderCount', value: number): Figure =>
      allSalesFigure({ id: `${name}.${columnId}`, value }, columnId, range)
    return [figure('netSales', sales), figure('orderCount', orders)]
  }
  const [yesterday, month, lastYear] = await Promise.all([
    measured('yesterday', ranges.yesterday),
    measured('month', ranges.month),
    measured('lastYear', ranges.lastYear),
  ])
  const pair = [month[0], lastYear[0]].flatMap((figure) => (figure ? [figure] : []))
  const change = computed({ id: 'change', unit: 'change', rule: 'change', of: pair })
  const all = [...yesterday, ...month, ...lastYear]
  return { ...ranges, figures: Number.isFinite(change.value) ? [...all, change] : all }
}

const valueIn = ({ figures }: DigestFigures, id: string): number =>
  figures.find((figure) => figure.id === id)?.value ?? 0

const templatesOf = (digest: DigestFigures): string[] => {
  const change = digest.figures.find(({ id }) => id === 'change')?.value
  const direction = (change ?? 0) < 0 ? 'less' : 'more'
  const noun = valueIn(digest, 'yesterday.orderCount') === 1 ? 'order' : 'orders'
  const isCompared = change !== undefined && valueIn(digest, 'lastYear.netSales') > 0
  return [
    `Net sales on {yesterday}: {yesterday.netSales} from {yesterday.orderCount} ${noun}.`,
    isCompared
      ? `For {month}: {month.netSales}, {change} ${direction} than for {lastYear} ({lastYear.netSales}).`
      : 'For {month}: {month.netSales}.',
  ]
}

/** The sentences of a digest for a reader. Throws `UnsourcedNumberError`, `MissingSlotError`. */
export const digestText = (digest: DigestFigures, reader: Reader): string[] => {
  const date = (range: DigestFigures['month']): Slot => ({ text: periodText(range, reader), part: 'date' })
  const slots = new Map<string, Slot>([
    ['yesterday', date(digest.yesterday)],
    ['month', date(digest.month)],
    ['lastYear', date(digest.lastYear)],
    ...digest.figures.map((figure): [string, Slot] => [
      figure.id,
      { text: figureText(figure, reader), part: 'figure' },
    ]),
  ])
  return templatesOf(digest).map((template) => renderTemplate(template, slots))
}

/** No digest is sent before this hour of the account's day. */
const EARLIEST_HOUR = 4
/** Most insights in a digest. */
const MOST = 3
/** Accounts without orders for this long get a digest only with insights. */
const MAX_DAYS_WITHOUT_ORDERS = 7

/** First day of the period that one digest covers; null when none is sent. */
const sinceDay = ({ cadence }: StoredSettings, { calendar }: AnalyticsSettings): LocalDay | null => {
  if (cadence === 'never') return null
  return cadence === 'daily' ? calendar.today : periodStart(calendar.today, 'week', calendar)
}

const hasOrders = async (session: QuerySession, today: LocalDay): Promise<boolean> => {
  const days = { from: addDays(today, -MAX_DAYS_WITHOUT_ORDERS), until: today, of: 'orderDate' }
  const [row] = await session.rows(historyQuery({ reportType: 'Orders', columns: ['orderCount'], groupBy: [], days }))
  return Number(row?.[0] ?? 0) > 0
}

/** The recipients chosen in settings who may still read insights; otherwise the administrators. */
const recipientsOf = async ({ db }: Deps, accountId: number, { recipients }: StoredSettings) => {
  const readers = await insightReaders(db, accountId)
  return recipients === null
    ? readers.filter(({ roles }) => hasAnyRole(roles, PERMISSIONS.administration))
    : readers.filter(({ id }) => recipients.includes(id))
}

const newest = async ({ db, clock }: Deps, { account, chosen }: AnalysisResult): Promise<InsightRow[]> => {
  const days = chosen.cadence === 'weekly' ? 7 : 1
  const since = clock.now() - days * DAY_MS
  const rows = await insightsSince(db, account.accountId, new Date(since))
  return rows
    .filter((row) => row.dismissed_at === null && row.created_at.getTime() > since)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MOST)
}

interface Recipient {
  readonly firstName: string
  readonly culture: string
}

const NOTHING_NEW = 'No new insights.'

interface Digest {
  readonly account: AnalysisResult['account']
  readonly rows: readonly InsightRow[]
  readonly figures: DigestFigures
}

const digestMessage = ({ account, rows, figures }: Digest, culture: string): NotificationMessage => {
  const reader = { culture, currency: account.account.currency }
  const insights = rows.map(({ facts, rephrased }) => insightLine(renderInsight(facts, culture, rephrased), ':'))
  return {
    subject: `${account.account.name}, ${periodText(figures.yesterday, reader)}`,
    paragraphs: [...digestText(figures, reader), ...(insights.length > 0 ? insights : [NOTHING_NEW])],
    link: { label: 'View insights', path: '/ai/insights' },
  }
}

const digestMail = ({ publicUrl }: Deps, digest: Digest, { firstName, culture }: Recipient) => {
  const { subject, paragraphs } = digestMessage(digest, culture)
  return notificationMail({
    firstName,
    salutation: 'Good morning',
    subject,
    paragraphs,
    action: { label: 'View insights', url: `${publicUrl}/ai/insights` },
    reason: `You’re receiving this morning summary because you’re a recipient in ${digest.account.account.name}.`,
    preferences: { label: 'Change recipients or frequency', url: `${publicUrl}/ai/settings` },
  })
}

/** A digest for people who are not known to Cuvee, in the account's language: without insights that name team members. */
export const digestSent = defineEvent<{ readonly accountId: number; readonly message: NotificationMessage }>(
  'insights.digest_sent',
)

const namesTeamMember = ({ facts }: InsightRow, culture: string): boolean =>
  [...formatSlots(facts, culture).values()].some(({ part }) => part === 'teamMember')

/**
 * Emails the digest after a run, once a day or week. The claim and the emails are one
 * transaction, so that a crash never sends one twice. The first run, which reads only history, sends none.
 */
export const sendDigest = async (deps: Deps, result: AnalysisResult, signal: AbortSignal): Promise<void> => {
  const { account, settings, chosen } = result
  const { accountId } = account
  const since = sinceDay(chosen, settings)
  const hour = Number(toLocalTime(deps.clock.now(), settings.timeZone).slice(11, 13))
  if (since === null || hour < EARLIEST_HOUR) return
  const day = settings.calendar.today
  if (result.isFirst) return void (await claimDigest(deps.db, accountId, { day, since }))
  const rows = await newest(deps, result)
  const figures = await withConsistentVersion(deps, settings, async ({ openSession }) => {
    const session = openSession(signal)
    if (rows.length === 0 && !(await hasOrders(session, day))) return null
    return digestFigures(session, { today: day, minorUnits: settings.minorUnits })
  })
  if (figures === null) return
  const recipients = await recipientsOf(deps, accountId, chosen)
  await inTransaction(deps.db, async (trx) => {
    if (!(await claimDigest(trx, accountId, { day, since }))) return
    const digest = { account, rows, figures }
    for (const { email, firstName, culture } of recipients) {
      const content = digestMail(deps, digest, { firstName, culture: culture ?? account.culture })
      await deps.mailer.queue(trx, { accountId, to: email, content })
    }
    const outside = { ...digest, rows: rows.filter((row) => !namesTeamMember(row, account.culture)) }
    const message = digestMessage(outside, account.culture)
    await deps.events.publish(trx, digestSent, { accountId, message })
  })
}
