import { createFormats } from '#charts/value-format.ts'
import type { HomeNumber, HomeSummary } from '#contract/home.ts'
import type { HomeKpi, HomePeriod } from '#domain/home.ts'
import { completeHours, type HomeDays, homeDays } from '#reports/home/home-days.ts'
import { homeKpiLabel, homeReport, homeReportUntil } from '#reports/home/home-kpi.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { type AnalyticsSettings, getCachedResult } from '#server/modules/analytics/index.ts'
import { readHomeKpis } from './home-kpis.usecases.ts'
import { type ComputedNumber, ComputedNumbers, isFirstDay, readHomeNumbers } from './home-numbers.ts'
import {
  SAME_HOURS,
  SENTENCE_NUMBERS,
  type SentenceNumber,
  type SentenceNumbers,
  summarySentence,
} from './summary-sentence.ts'

const sales = (more: Partial<HomeKpi>): HomeKpi => ({
  reportType: 'Orders',
  measure: 'netSales',
  channel: null,
  includeClubOrders: true,
  ...more,
})

const visits = (measure: string): HomeKpi => ({ ...sales({ measure }), reportType: 'Reservations' })

/** What each number of the sentence is. */
const SENTENCE_KPIS: Readonly<Record<(typeof SENTENCE_NUMBERS)[number], HomeKpi>> = {
  sales: sales({ includeClubOrders: false }),
  tastingRoom: sales({ channel: 'pos' }),
  web: sales({ channel: 'web' }),
  club: sales({ channel: 'club' }),
  guests: visits('guests'),
  signupConversion: visits('signupConversion'),
}

/** The numbers of the sentence that a card shows. */
const onCards = (chosen: readonly HomeKpi[]): SentenceNumber[] => {
  const cards = new Set(chosen.map(homeKpiLabel))
  return SENTENCE_NUMBERS.filter((name) => cards.has(homeKpiLabel(SENTENCE_KPIS[name])))
}

export interface SummaryReader {
  readonly caller: Caller
  readonly settings: AnalyticsSettings
  readonly signal: AbortSignal
}

const presentNumber = (kpi: HomeKpi, days: HomeDays, computed: ComputedNumber): HomeNumber => {
  const { definition, relativeDate = '', includeClubOrders } = homeReport(kpi, days)
  return {
    ...computed,
    label: homeKpiLabel(kpi),
    lineage: { definition, relativeDate, ...days, includeClubOrders, cell: { measure: kpi.measure } },
  }
}

/** The sales of the same hours as a number of its own, so that it has a lineage. */
const salesUntil = (hour: number, days: HomeDays, sales: ComputedNumber): Record<string, HomeNumber> => {
  const report = homeReportUntil(SENTENCE_KPIS.sales, days, hour)
  if (report === null || sales.sameHours === null) return {}
  const number = presentNumber(SENTENCE_KPIS.sales, days, { ...sales, ...sales.sameHours })
  return { [SAME_HOURS]: { ...number, lineage: { ...number.lineage, definition: report.definition } } }
}

const sentenceNumbers = (numbers: readonly ComputedNumber[]): SentenceNumbers => {
  const at = (name: (typeof SENTENCE_NUMBERS)[number]): ComputedNumber => {
    const found = numbers[SENTENCE_NUMBERS.indexOf(name)]
    if (found === undefined) throw new RangeError(`No number for ${name}`)
    return found
  }
  return {
    sales: at('sales'),
    tastingRoom: at('tastingRoom'),
    web: at('web'),
    club: at('club'),
    guests: at('guests'),
    signupConversion: at('signupConversion'),
  }
}

/** The sentence and the key numbers of a period, all at one data version. */
export const readSummary = async (
  deps: Deps,
  { caller, settings, signal }: SummaryReader,
  period: HomePeriod,
): Promise<HomeSummary> => {
  const chosen = await readHomeKpis(deps, caller.accountId)
  const days = homeDays(period, settings.calendar)
  const { loadedAt } = await deps.warehouse.status(caller.accountId)
  const hours = completeHours(Math.min(loadedAt ?? 0, deps.clock.now()), settings.calendar.today, settings.timeZone)
  const kpis = [...SENTENCE_NUMBERS.map((name) => SENTENCE_KPIS[name]), ...chosen]
  const cached = await getCachedResult(deps, { settings, query: ['home', kpis, days, hours], signal }, (session) =>
    readHomeNumbers(session, settings, kpis, { days, hours }),
  )
  const computed = ComputedNumbers.parse(JSON.parse(Buffer.from(cached?.bytes ?? []).toString()))
  const { range, compareRange, mode, hour, numbers } = computed
  const ofSentence = sentenceNumbers(numbers)
  const isFirst = isFirstDay(range, settings.calendar.today)
  const { currency, timeZone } = settings
  const formats = createFormats({ culture: caller.culture, currency, timeZone })
  const facts = {
    period,
    from: range.from,
    isRunning: range.partial,
    isFirstDay: isFirst,
    hour,
    numbers: ofSentence,
    onCards: onCards(chosen),
  }
  const presented = kpis.map((kpi, at) => ({ kpi, number: numbers[at] }))
  return {
    kind: 'summary',
    range,
    compareRange,
    comparison: { mode },
    isFirstDay: isFirst,
    hour,
    sentence: summarySentence(facts, formats),
    numbers: {
      ...Object.fromEntries(
        SENTENCE_NUMBERS.map((name) => [name, presentNumber(SENTENCE_KPIS[name], days, ofSentence[name])]),
      ),
      ...(hour === null ? {} : salesUntil(hour, days, ofSentence.sales)),
    },
    kpis: presented
      .slice(SENTENCE_NUMBERS.length)
      .flatMap(({ kpi, number }) => (number === undefined ? [] : [presentNumber(kpi, days, number)])),
    asOf: cached?.asOf ?? null,
  }
}
