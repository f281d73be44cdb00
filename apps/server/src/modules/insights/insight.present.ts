import type { InsightAction, InsightProgress, InsightState } from '#contract/insight-progress.ts'
import type {
  InsightDetail,
  InsightFigure,
  InsightPerson,
  InsightSeries,
  InsightSplit,
  InsightSummary,
} from '#contract/insights.ts'
import { toMajor } from '#domain/money.ts'
import { isForRoles, isInPlan } from '#domain/navigation.ts'
import type { AccountType } from '#domain/plan.ts'
import type { Format } from '#domain/report-terms.ts'
import { isPermitted, type Role } from '#domain/role.ts'
import { subjectAddress } from '#domain/subject-pages.ts'
import { upperFirst } from '#domain/text.ts'
import { METRICS, subjectKey } from '#insights/account/metric.ts'
import type { InsightChart } from '#insights/chart.ts'
import type { Figure } from '#insights/insight/figure.ts'
import { figureLabel } from '#insights/language/figures.ts'
import { figureText } from '#insights/language/format.ts'
import { metricName } from '#insights/language/phrases.ts'
import { getInsightDefinition } from '#insights/registry.ts'
import { routeAccess } from '#reports/navigation.ts'
import type { InsightFacts } from '#server/db/column-types.ts'
import { fullName } from '#server/modules/users/index.ts'
import type { ReadInsightRow } from './store/insights.repo.ts'
import { lookUpCustomerName, personKey, UNNAMED_CUSTOMER } from './text/names.ts'
import { buildProvenance } from './text/provenance.ts'
import { type RenderedText, renderInsight } from './text/render-insight.ts'

/** The reader, and the time of the newest data. */
interface InsightReader {
  readonly culture: string
  /** the account's local day */
  readonly today: string
  readonly accountType: AccountType
  readonly roles: readonly Role[]
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

/** Characters of a calendar note's title. */
const NOTE_TITLE = 120

/** Periods of a sparkline. */
const PICTURE_PERIODS = 26

const pictureOf = (facts: InsightFacts): InsightSummary['picture'] =>
  facts.charts.slice(0, 1).flatMap((chart) => presentChart(chart, facts).points.slice(-PICTURE_PERIODS))

const presentState = (row: ReadInsightRow, today: string): InsightState => {
  if (row.dismissed_at !== null) return 'dismissed'
  if (row.done_at !== null) return 'done'
  return row.snoozed_until !== null && row.snoozed_until > today ? 'snoozed' : 'open'
}

const progressOf = (row: ReadInsightRow, today: string): InsightProgress => {
  const { snoozed_until, assigned_to, acted_at, done_at, first_name, last_name } = row
  return {
    state: presentState(row, today),
    snoozedUntil: snoozed_until !== null && snoozed_until > today ? snoozed_until : null,
    assignee:
      assigned_to === null || first_name === null || last_name === null
        ? null
        : { userId: assigned_to, name: fullName({ first_name, last_name }) },
    actedUtc: acted_at?.toISOString() ?? null,
    doneUtc: done_at?.toISOString() ?? null,
  }
}

const summaryOf = (row: ReadInsightRow, words: RenderedText, today: string): InsightSummary => {
  const { insight, currency } = row.facts
  return {
    insightId: row.id,
    kind: row.kind,
    createdUtc: row.created_at.toISOString(),
    read: row.read_at !== null,
    dismissed: row.dismissed_at !== null,
    progress: progressOf(row, today),
    useful: row.useful,
    subject: { kind: insight.subject.kind, label: upperFirst(subjectLabel(row.facts)) },
    period: { from: insight.period.from, until: insight.period.until },
    title: upperFirst(words.title),
    summary: words.sentences[0] ?? '',
    tone: words.tone,
    stake: insight.stake > 0 ? toMajor(insight.stake, currency) : null,
    confidence: insight.confidence,
    currency,
    picture: pictureOf(row.facts),
  }
}

export const presentSummary = (
  row: ReadInsightRow,
  { culture, today }: Pick<InsightReader, 'culture' | 'today'>,
): InsightSummary => summaryOf(row, renderInsight(row.facts, culture, row.rephrased), today)

/** The name of the group or person that a figure belongs to, by the part of its id before the dot. */
const ownerOf = (id: string, { insight, names }: InsightFacts): string | null => {
  const [head = '', rest] = id.split('.')
  if (rest === undefined) return null
  const { relatedSubjects, people } = getInsightDefinition(insight)
  const related = relatedSubjects?.(insight).find(({ slot }) => slot === `${head}.name`)
  if (related !== undefined) return names[subjectKey(related.subject)] ?? 'No name'
  const person = head.startsWith('person') ? people?.(insight)[Number(head.slice('person'.length)) - 1] : undefined
  return person === undefined ? null : (names[personKey(person.id)] ?? null)
}

const isMoney = ({ unit }: Figure): boolean => unit === 'money' || unit === 'price'

const presentFigure = (figure: Figure, facts: InsightFacts, reader: InsightReader): InsightFigure => ({
  id: figure.id,
  label: figureLabel(facts.insight, figure.id, ownerOf(figure.id, facts)),
  value: isMoney(figure) ? toMajor(figure.value, facts.currency) : figure.value,
  format: FORMATS[figure.unit],
  text: figureText(figure, { culture: reader.culture, currency: facts.currency }),
  receipt: buildProvenance(figure, reader.accountType),
})

const presentChart = (
  { metric, subject, grain, points }: InsightChart,
  { insight, currency }: InsightFacts,
): InsightSeries => {
  const money = METRICS[metric].unit === 'money'
  const major = (value: number | null): number | null => (value === null || !money ? value : toMajor(value, currency))
  return {
    // The text may count club shipments too, so the title says what the chart draws.
    label: upperFirst(metricName(metric, subject.kind === 'product' ? null : subject)),
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

const splitOf = ({ insight, names }: InsightFacts): InsightSplit | null => {
  const breakdown = getInsightDefinition(insight).breakdown?.(insight)
  if (breakdown === undefined) return null
  const { dimension, groups, comparedWith } = breakdown
  return {
    comparedWith: { from: comparedWith.from, until: comparedWith.until },
    before: 'before',
    after: 'after',
    change: 'change',
    parts: ['volume', 'price', 'mix'].map((figure) => ({ label: figureLabel(insight, figure), figure })),
    dimension,
    groups: groups.map((subject, at) => ({
      name: upperFirst(names[subjectKey(subject)] ?? (subject.kind === 'account' ? '' : subject.value)),
      before: `group${at + 1}.before`,
      after: `group${at + 1}.after`,
      change: `group${at + 1}.change`,
    })),
  }
}

/** The page of a person's customer; the list by name where an earlier insight did not store the customer's ID. */
const customerPage = ({ names }: InsightFacts, id: string, name: string): string => {
  const customer = lookUpCustomerName(names, id)
  if (customer !== null) return subjectAddress('customer', { id: customer })
  return `/reports/customers/list?${new URLSearchParams({ 'f.customerName': `Equal:${name}` })}`
}

const peopleOf = (facts: InsightFacts): InsightPerson[] => {
  const { insight, names, extra } = facts
  const figureIds = [...extra, ...insight.figures].map(({ id }) => id)
  return (getInsightDefinition(insight).people?.(insight) ?? []).map(({ id, detail, reasons }, at) => {
    const name = names[personKey(id)] ?? UNNAMED_CUSTOMER
    const figures = figureIds.filter((figure) => figure.startsWith(`person${at + 1}.`))
    return { id, name, detail, figures, reasons: [...reasons], address: customerPage(facts, id, name) }
  })
}

/** The IDs of the customers on record that an insight names. */
export const namedCustomers = ({ insight, names }: InsightFacts): string[] => {
  const people = getInsightDefinition(insight).people?.(insight) ?? []
  return [...new Set(people.flatMap(({ id }) => lookUpCustomerName(names, id) ?? []))]
}

type Permitted = Pick<InsightReader, 'roles' | 'accountType'>

const canOpen = ({ roles, accountType }: Permitted, address: string): boolean => {
  const access = routeAccess(address.split('?')[0] ?? '')
  return access !== null && isForRoles(access, roles) && isInPlan(access, accountType)
}

/** The first action that the reader may take. */
export const presentAction = (facts: InsightFacts, title: string, reader: Permitted): InsightAction | null => {
  const { insight } = facts
  const customerIds = namedCustomers(facts)
  for (const action of getInsightDefinition(insight).actions(insight)) {
    const { kind, label } = action
    if (kind === 'people' && customerIds.length > 0) {
      const query = new URLSearchParams(customerIds.map((id) => ['any.customerId', id]))
      return { kind, label, address: `/reports/customers/list?${query}`, customerIds }
    }
    if (kind === 'page' && canOpen(reader, action.path)) return { kind, label, address: action.path }
    if (kind === 'note' && isPermitted(reader.roles, 'sharing')) {
      const { from, until } = insight.period
      return {
        kind,
        label,
        note: { title: upperFirst(title).slice(0, NOTE_TITLE), kind: action.noteKind, from, until },
      }
    }
  }
  return null
}

/** A complete insight for one reader. */
export const presentDetail = (row: ReadInsightRow, reader: InsightReader): InsightDetail => {
  const { facts } = row
  const words = renderInsight(facts, reader.culture, row.rephrased)
  return {
    ...summaryOf(row, words, reader.today),
    sentences: [...words.sentences],
    unusual: words.unusual,
    advice: [...words.advice],
    action: presentAction(facts, words.title, reader),
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
