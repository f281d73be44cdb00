import { createRandom, type Random } from '#connectors/sample/random.ts'
import { addDays, diffDays, type LocalDay, parseLocalDay, toWeekday } from '#domain/ranges/local-day.ts'
import type { AccountHistory, DuplicateCount, SubjectSeries } from '../account/history.ts'
import { ACCOUNT, type MetricId, type Subject } from '../account/metric.ts'
import { countryHolidays } from '../calendar/holidays.ts'
import type { DayRange } from '../series/series.ts'
import type { PlantedEvent } from './plant-events.fixture.ts'
import type { ChannelPlan, WineryPlan } from './winery-plan.fixture.ts'

const CANCELLATION_MONTHS = [49, 36, 32, 29, 26, 23, 19, 21, 23, 24, 22, 19].map((share) => share / 26.9)
const RELEASE_MONTHS = new Set([3, 5, 9, 11])
const holidays = countryHolidays('US')

/** The two years of a simulated winery, day by day. */
export const simulateWinery = (
  plan: WineryPlan,
  range: DayRange,
  { seed, events }: { readonly seed: number; readonly events: readonly PlantedEvent[] },
): AccountHistory => {
  const random = createRandom(seed)
  const length = diffDays(range.from, range.until)
  const book = createBook(range, length)
  const duplicates: DuplicateCount[] = []
  const moods = plan.channels.map(() => 0)
  const members = plan.clubs.map((club) => club.members)
  for (let at = 0; at < length; at += 1) {
    const day = addDays(range.from, at)
    const today = events.filter((event) => day >= event.from && day < event.until)
    const orders = plan.channels.map((channel, index) => {
      const fresh = Math.sqrt(1 - plan.memory ** 2) * normal(random)
      moods[index] = plan.memory * (moods[index] ?? 0) + fresh
      const demand =
        expectedOrders(channel, day) * Math.exp((plan.growth * at) / 365 + plan.noise * (moods[index] ?? 0))
      return sellChannel(random, book, { channel, at, demand: demand * channelFactor(today, channel.channel) })
    })
    const all = orders.reduce((sum, count) => sum + count, 0)
    sellProducts(random, book, { plan, at, orders: all, events: today, lived: at })
    for (const { name, share } of plan.team) {
      const sold = (book.read('netSales', { kind: 'channel', value: 'pos' }, at) ?? 0) * share * 0.6
      book.add('netSales', { kind: 'teamMember', value: name }, at, Math.round(sold * Math.exp(0.25 * normal(random))))
    }
    simulateClubs(random, book, { plan, at, day, members, events: today })
    const doubled = today.some((event) => event.kind === 'dataFault' && event.fault === 'duplicated')
    if (doubled && all > 0) duplicates.push({ day, orders: all })
    if (doubled) book.double(at)
    if (today.some((event) => event.kind === 'dataFault' && event.fault === 'missing')) book.clear(at)
  }
  return {
    ...range,
    calendar: { weekStart: 'monday', fiscalYearStartMonth: 1 },
    holidays,
    series: book.series(),
    duplicates,
    stock: null,
    memberYearlyValue: 60_000,
  }
}

const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())

const expectedOrders = ({ orders, months, weekdays, holidays: factors }: ChannelPlan, day: LocalDay): number => {
  const { month, day: dayOfMonth } = parseLocalDay(day)
  // Interpolates linearly between the middles of months.
  const yearPosition = month - 1 + (dayOfMonth - 15) / 30
  const [before, after] = [Math.floor(yearPosition), Math.floor(yearPosition) + 1]
  const part = yearPosition - before
  const season = (1 - part) * (months[(before + 12) % 12] ?? 1) + part * (months[after % 12] ?? 1)
  const holiday = holidays.on(day).reduce((factor, id) => factor * (factors.get(id) ?? 1), 1)
  return orders * season * (weekdays[toWeekday(day) - 1] ?? 1) * holiday
}

const channelFactor = (events: readonly PlantedEvent[], channel: string): number =>
  events.reduce((factor, event) => {
    if ((event.kind === 'spike' || event.kind === 'drop') && event.channel === channel) return factor * event.factor
    const isQuiet = event.kind === 'dataFault' && event.fault === 'quiet' && event.channel === channel
    return isQuiet ? 0 : factor
  }, 1)

/** Order sizes are log-normal with a heavy tail; sums of many are approximately normal. */
const ORDER_SPREAD = 0.9

const sellChannel = (
  random: Random,
  book: Book,
  { channel, at, demand }: { readonly channel: ChannelPlan; readonly at: number; readonly demand: number },
): number => {
  const count = random.poisson(demand)
  let sales = 0
  for (let order = 0; order < count; order += 1) {
    sales += channel.averageOrder * Math.exp(ORDER_SPREAD * normal(random) - ORDER_SPREAD ** 2 / 2)
  }
  const refunds = random.poisson(count * 0.015) * channel.averageOrder
  const net = Math.round(sales - refunds)
  for (const subject of [ACCOUNT, { kind: 'channel', value: channel.channel }] satisfies Subject[]) {
    book.add('orderCount', subject, at, count)
    book.add('netSales', subject, at, net)
  }
  return count
}

interface Shelf {
  readonly plan: WineryPlan
  readonly at: number
  readonly lived: number
  readonly orders: number
  readonly events: readonly PlantedEvent[]
}

const sellProducts = (random: Random, book: Book, { plan, at, orders, events }: Shelf): void => {
  for (const { sku, price, share } of plan.products) {
    const isOut = events.some((event) => event.kind === 'stockOut' && event.sku === sku)
    const sold = isOut ? 0 : random.poisson(orders * share * Math.exp(0.1 * normal(random)))
    let units = 0
    for (let order = 0; order < sold; order += 1) units += 1 + random.poisson(0.7)
    const factor = events.reduce(
      (now, event) => (event.kind === 'priceChange' && event.sku === sku ? now * event.factor : now),
      1,
    )
    // Members and cases are discounted, so the average price varies slightly from day to day.
    const discount = sold === 0 ? 0 : 0.07 + (0.06 * normal(random)) / Math.sqrt(sold)
    const subject: Subject = { kind: 'product', value: sku }
    book.add('productUnits', subject, at, units)
    book.add('productSales', subject, at, Math.round(units * price * factor * (1 - Math.max(0, discount))))
  }
}

interface ClubDay {
  readonly plan: WineryPlan
  readonly at: number
  readonly day: LocalDay
  readonly members: number[]
  readonly events: readonly PlantedEvent[]
}

const simulateClubs = (random: Random, book: Book, { plan, at, day, members, events }: ClubDay): void => {
  const { month, day: dayOfMonth } = parseLocalDay(day)
  for (const [index, { club, attrition, members: first }] of plan.clubs.entries()) {
    const notice = RELEASE_MONTHS.has(month) && dayOfMonth <= 21 ? 1.6 : 0.9
    const exodus = events.reduce(
      (factor, event) => (event.kind === 'clubExodus' && event.club === club ? factor * event.factor : factor),
      1,
    )
    const rate = ((members[index] ?? 0) * attrition * (CANCELLATION_MONTHS[month - 1] ?? 1) * notice * exodus) / 30.4
    const left = random.poisson(rate)
    const joined = random.poisson((first * 0.024) / 30.4)
    members[index] = (members[index] ?? 0) - left + joined
    book.add('cancellations', { kind: 'club', value: club }, at, left)
    book.add('signups', { kind: 'club', value: club }, at, joined)
  }
}

interface Book {
  add(metric: MetricId, subject: Subject, at: number, value: number): void
  read(metric: MetricId, subject: Subject, at: number): number | undefined
  /** duplicates the day's records */
  double(at: number): void
  /** drops the day's records */
  clear(at: number): void
  series(): SubjectSeries[]
}

const createBook = ({ from }: DayRange, length: number): Book => {
  const all = new Map<string, SubjectSeries>()
  const seriesKey = (metric: MetricId, subject: Subject): string =>
    `${metric} ${subject.kind} ${subject.kind === 'account' ? '' : subject.value}`
  const seriesOf = (metric: MetricId, subject: Subject): SubjectSeries => {
    const key = seriesKey(metric, subject)
    const known = all.get(key)
    if (known !== undefined) return known
    const made: SubjectSeries = { metric, subject, days: { grain: 'day', from, values: new Float64Array(length) } }
    all.set(key, made)
    return made
  }
  const scale = (at: number, factor: number): void => {
    for (const { days } of all.values()) days.values[at] = (days.values[at] ?? 0) * factor
  }
  return {
    add: (metric, subject, at, value) => {
      const { values } = seriesOf(metric, subject).days
      values[at] = (values[at] ?? 0) + value
    },
    read: (metric, subject, at) => all.get(seriesKey(metric, subject))?.days.values[at],
    double: (at) => scale(at, 2),
    clear: (at) => scale(at, 0),
    series: () => [...all.values()],
  }
}
