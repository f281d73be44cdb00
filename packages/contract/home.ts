import { z } from 'zod'
import { CHANNELS } from '#domain/commerce.ts'
import { HOME_ACTIONS, HOME_KPI_COUNT, HOME_PERIODS, SETUP_STEPS } from '#domain/home.ts'
import { COMPARE_MODES } from '#domain/ranges/comparison-mode.ts'
import { FORMATS, GOOD_DIRECTIONS } from '#domain/report-terms.ts'
import { endpoint } from './endpoint.ts'
import { Instant, LocalDay } from './fields.ts'
import { ReportDefinition } from './report-definition.ts'
import { CellPlace, Comparison, LikeForLikeRanges, ResolvedRange } from './reports.ts'

export const HomeKpi = z.object({
  reportType: z.string().max(50),
  measure: z.string().max(100),
  channel: z.enum(CHANNELS).nullable().default(null),
  includeClubOrders: z.boolean().default(true),
})

const HomeKpis = z.object({
  kpis: z.array(HomeKpi).length(HOME_KPI_COUNT, `Choose ${HOME_KPI_COUNT} numbers`),
})

/** A measure that a card can show. */
const HomeMeasure = z.object({
  reportType: z.string(),
  measure: z.string(),
  displayName: z.string(),
  description: z.string(),
  /** report type in words */
  group: z.string(),
  /** a channel can be chosen, and club orders left out */
  isOfOrders: z.boolean(),
})
export type HomeMeasure = z.infer<typeof HomeMeasure>

/** Input of `POST /reports/explain` that explains the number. */
const NumberLineage = z.object({
  definition: ReportDefinition,
  relativeDate: z.string(),
  from: LocalDay,
  until: LocalDay,
  compare: z.enum(COMPARE_MODES),
  includeClubOrders: z.boolean(),
  cell: CellPlace.pick({ measure: true }),
})

const Values = z.object({ value: z.number().nullable(), previous: z.number().nullable() })

/** A number over the range and the comparison range, in the unit of `format`: currency in major units. */
export const HomeNumber = Values.extend({
  label: z.string(),
  format: z.enum(FORMATS),
  goodDirection: z.enum(GOOD_DIRECTIONS),
  /** first day with data of this number, if the comparison range begins before it; `previous` is null then */
  dataStarts: LocalDay.nullable(),
  /** with short history, the values of the days for which both ranges have data */
  likeForLike: Values.extend(LikeForLikeRanges.shape).nullable(),
  /** what the plan has for these days; absent: no plan */
  planned: z.number().optional(),
  /** on a first day, the values of both days before `hour`; null: not compared by the hour */
  sameHours: Values.nullable(),
  lineage: NumberLineage,
})
export type HomeNumber = z.infer<typeof HomeNumber>

/** A part of the sentence. With `number`, it is a value of that number of `numbers`, of the range or of the compared one. */
const SentencePart = z.object({
  text: z.string(),
  number: z.string().nullable(),
  period: z.enum(['current', 'previous']),
})
export type SentencePart = z.infer<typeof SentencePart>

const Summary = z.object({
  kind: z.literal('summary'),
  range: ResolvedRange,
  compareRange: ResolvedRange,
  comparison: Comparison.pick({ mode: true }),
  /** the only day so far of a range that goes on: it is compared by the hour, and never with a whole day */
  isFirstDay: z.boolean(),
  /** on a first day, the hour, 1 to 23, that its data is complete until; null: unknown, or another range */
  hour: z.number().int().nullable(),
  sentence: z.array(SentencePart),
  /** numbers of the sentence by name */
  numbers: z.record(z.string(), HomeNumber),
  kpis: z.array(HomeNumber),
  asOf: Instant.nullable(),
})
export type HomeSummary = z.infer<typeof Summary>

const Steps = z.array(z.object({ id: z.enum(SETUP_STEPS), isDone: z.boolean(), path: z.string() }))

const Action = z.object({
  kind: z.literal('action'),
  id: z.enum(HOME_ACTIONS),
  /** 0: nothing to do */
  count: z.number().int(),
  /** page of this site */
  path: z.string(),
  /** of the setup: its checklist */
  steps: Steps.optional(),
})
export type HomeAction = z.infer<typeof Action>

/** Instead of a summary while the account has no orders. */
const Setup = z.object({
  kind: z.literal('setup'),
  steps: Steps,
})
export type HomeSetup = z.infer<typeof Setup>

const Failed = z.object({ kind: z.literal('error'), code: z.string(), message: z.string() })

/** One line of the stream. What the caller's role or plan does not include is left out. */
export const HomeLine = z.discriminatedUnion('kind', [Summary, Action, Setup, Failed])
export type HomeLine = z.infer<typeof HomeLine>

export const home = {
  /** answers `application/x-ndjson`, a `HomeLine` per part as it is ready */
  data: endpoint('POST /home/data', 'Summary, key numbers and what needs action, streamed', {
    access: 'signedIn',
    effect: 'read',
    transport: 'raw',
  }).input(z.object({ period: z.enum(HOME_PERIODS).default('today') })),
  kpis: endpoint('GET /home/kpis', 'Key numbers of Home, and the measures to choose from', {
    access: 'reports',
  }).output(HomeKpis.extend({ measures: z.array(HomeMeasure) })),
  saveKpis: endpoint('PUT /home/kpis', 'Choose the key numbers of Home for everyone in the account', {
    access: 'administration',
    audit: { area: 'account', label: 'Changed the key numbers of Home' },
    sample: {
      body: {
        kpis: ['netSales', 'orderCount', 'averageOrder', 'tip'].map((measure) => ({ reportType: 'Orders', measure })),
      },
    },
  })
    .input(HomeKpis)
    .output(HomeKpis),
}
