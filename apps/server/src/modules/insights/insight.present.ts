import type {
  InsightDetail,
  InsightFigure,
  InsightPerson,
  InsightSeries,
  InsightSplit,
  InsightSummary,
} from '#contract/insights.ts'
import type { AccountType } from '#domain/account-type.ts'
import { toMajor } from '#domain/money.ts'
import type { Format } from '#domain/report-terms.ts'
import { METRICS } from '#insights/account/metric.ts'
import { subjectKey } from '#insights/account/subject.ts'
import type { Figure } from '#insights/insight/figure.ts'
import type { DriverInsight } from '#insights/insight/insight.ts'
import { figureLabel } from '#insights/language/figure-label.ts'
import { capital, metricName } from '#insights/language/metric-words.ts'
import { figureText } from '#insights/language/reader.ts'
import { riskReason } from '#insights/language/tell-people.ts'
import type { InsightChart, InsightFacts } from './insight-facts.ts'
import type { ReadInsightRow } from './store/insights.repo.ts'
import { personKey } from './words/names.ts'
import { receiptOf } from './words/receipt-of.ts'
import { type Words, wordsOf } from './words/words-of.ts'

/** Who reads, and what of the data is the newest. */
interface InsightReader {
  readonly culture: string
  readonly accountType: AccountType
  readonly timeZone: string
  readonly dataVersion: number
}

const FORMATS: Readonly<Record<Figure['unit'], Format>> = {
  money: 'currency',
  price: 'currency',
  count: 'number',
  share: 'percent',
  change: 'percent',
  days: 'number',
  weeks: 'number',
}

const subjectLabel = ({ insight, names }: InsightFacts): string =>
  names[subjectKey(insight.subject)] ?? (insight.subject.kind === 'account' ? 'All sales' : insight.subject.value)

/** Periods of a picture that is as large as a word. */
const PICTURE_PERIODS = 26

const pictureOf = (facts: InsightFacts): InsightSummary['picture'] =>
  facts.charts.slice(0, 1).flatMap((chart) => presentChart(chart, facts).points.slice(-PICTURE_PERIODS))

const summaryOf = (row: ReadInsightRow, words: Words): InsightSummary => {
  const { insight, currency } = row.facts
  return {
    insightId: row.id,
    kind: row.kind,
    createdUtc: row.created_at.toISOString(),
    read: row.read_at !== null,
    dismissed: row.dismissed_at !== null,
    useful: row.useful,
    subject: { kind: insight.subject.kind, label: capital(subjectLabel(row.facts)) },
    period: { from: insight.period.from, until: insight.period.until },
    title: capital(words.title),
    summary: words.sentences[0] ?? '',
    tone: words.tone,
    stake: insight.stake > 0 ? toMajor(insight.stake, currency) : null,
    confidence: insight.confidence,
    currency,
    picture: pictureOf(row.facts),
  }
}

export const presentSummary = (row: ReadInsightRow, { culture }: Pick<InsightReader, 'culture'>): InsightSummary =>
  summaryOf(row, wordsOf(row.facts, culture, row.rephrased))

/** Whom or what a figure of a list is about: the name of its group, period or person. */
const ownerOf = (id: string, { insight, names }: InsightFacts): string | null => {
  const [head = '', rest] = id.split('.')
  const at = Number(/\d+$/.exec(head)?.[0]) - 1
  if (rest === undefined || Number.isNaN(at)) return null
  if (insight.kind === 'driver' && head.startsWith('group'))
    return names[`${insight.dimension} ${insight.leading[at] ?? ''}`] ?? 'No name'
  if (insight.kind === 'membersAtRisk') return names[personKey(insight.members[at]?.membershipId ?? '')] ?? null
  if (insight.kind === 'lapsingCustomers') return names[personKey(insight.customers[at]?.customerId ?? '')] ?? null
  return null
}

const isMoney = ({ unit }: Figure): boolean => unit === 'money' || unit === 'price'

const presentFigure = (figure: Figure, facts: InsightFacts, reader: InsightReader): InsightFigure => ({
  id: figure.id,
  label: figureLabel(figure.id, ownerOf(figure.id, facts)),
  value: isMoney(figure) ? toMajor(figure.value, facts.currency) : figure.value,
  format: FORMATS[figure.unit],
  text: figureText(figure, { culture: reader.culture, currency: facts.currency }),
  receipt: receiptOf(figure, reader.accountType),
})

const presentChart = (
  { metric, subject, grain, points }: InsightChart,
  { insight, currency }: InsightFacts,
): InsightSeries => {
  const money = METRICS[metric].unit === 'money'
  const major = (value: number | null): number | null => (value === null || !money ? value : toMajor(value, currency))
  return {
    label: capital(metricName(metric, subject)),
    format: money ? 'currency' : 'number',
    grain,
    points: points.map(({ from, until, value, expected, low, high }) => ({
      from,
      until,
      value: major(value),
      expected: major(expected),
      low: major(low),
      high: major(high),
      isMarked: from < insight.period.until && until > insight.period.from,
    })),
  }
}

const DIMENSION_LABELS: Readonly<Record<DriverInsight['dimension'], string>> = {
  channel: 'Sales channel',
  product: 'Product',
  club: 'Club',
  teamMember: 'Team member',
}

const splitOf = ({ insight, names }: InsightFacts): InsightSplit | null => {
  if (insight.kind !== 'driver') return null
  const { dimension, leading, comparedWith } = insight
  return {
    comparedWith: { from: comparedWith.from, until: comparedWith.until },
    before: 'before',
    after: 'after',
    change: 'change',
    parts: ['volume', 'price', 'mix'].map((figure) => ({ label: figureLabel(figure), figure })),
    dimension: DIMENSION_LABELS[dimension],
    groups: leading.map((value, at) => ({
      name: capital(names[`${dimension} ${value}`] ?? value),
      before: `group${at + 1}.before`,
      after: `group${at + 1}.after`,
      change: `group${at + 1}.change`,
    })),
  }
}

const customerPage = (name: string): string =>
  `/reports/customers/list?${new URLSearchParams({ 'f.customerName': `Equal:${name}` })}`

const peopleOf = ({ insight, names, extra }: InsightFacts): InsightPerson[] => {
  const all = [...extra, ...insight.figures]
  const person = (id: string, at: number, detail: string | null, reasons: string[]): InsightPerson => {
    const name = names[personKey(id)] ?? 'A customer without a name'
    const prefix = `person${at + 1}.`
    const figures = all.filter(({ id: own }) => own.startsWith(prefix)).map((figure) => figure.id)
    return { id, name, detail, figures, reasons, address: customerPage(name) }
  }
  if (insight.kind === 'membersAtRisk')
    return insight.members.map(({ membershipId, club, reasons }, at) =>
      person(
        membershipId,
        at,
        club === '' ? null : club,
        reasons.map(({ factor }) => riskReason(factor)),
      ),
    )
  if (insight.kind !== 'lapsingCustomers') return []
  return insight.customers.map(({ customerId }, at) => person(customerId, at, null, []))
}

/** A whole insight for one reader. */
export const presentDetail = (row: ReadInsightRow, reader: InsightReader): InsightDetail => {
  const { facts } = row
  const words = wordsOf(facts, reader.culture, row.rephrased)
  return {
    ...summaryOf(row, words),
    sentences: [...words.sentences],
    unusual: words.unusual,
    advice: [...words.advice],
    figures: [...facts.insight.figures, ...facts.extra].map((figure) => presentFigure(figure, facts, reader)),
    series: facts.charts.map((chart) => presentChart(chart, facts)),
    split: splitOf(facts),
    people: peopleOf(facts),
    isRephrased: words.isRephrased,
    dataVersion: row.data_version,
    asOf: row.as_of.toISOString(),
    isOutdated: row.data_version !== reader.dataVersion,
    timeZone: reader.timeZone,
  }
}
