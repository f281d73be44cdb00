import { z } from 'zod'
import {
  DIGEST_CADENCES,
  GOAL_METRICS,
  GOAL_PERIODS,
  INSIGHT_SENSITIVITIES,
  SHAREABLE_PARTS,
} from '#domain/insight-settings.ts'
import { COMPARE_MODES } from '#domain/ranges/comparison-mode.ts'
import { FORMATS } from '#domain/report-terms.ts'
import { audited, endpoint, endpointFor } from './endpoint.ts'
import { ById, Id, Instant, LocalDay, PageQuery, REQUIRED } from './fields.ts'
import { InsightAction, InsightProgress, insightProgressEndpoints } from './insight-progress.ts'
import { DefinitionRef, ReportFilter } from './report-definition.ts'

/** A registered kind, such as `anomaly`; the server knows which exist. */
const Kind = z.string().max(100)

/** `until` is exclusive; both are local days of the account. */
const Period = z.object({ from: LocalDay, until: LocalDay })

/**
 * The report that shows the figure: `POST /reports/query` with these fields answers it as the total of `measure`, when the
 * account's data is still of `dataVersion`.
 */
export const ReportProvenance = z.object({
  kind: z.literal('report'),
  definition: DefinitionRef,
  filters: z.array(ReportFilter),
  /** `OrderDate-None`: names the date column that `from` and `until` limit */
  relativeDate: z.string().optional(),
  /** omitted with `until`: the records have no date, and the report shows their current state */
  from: LocalDay.optional(),
  until: LocalDay.optional(),
  compare: z.enum(COMPARE_MODES).optional(),
  measure: z.string(),
  /** a page that shows the report with the same days and filters; null if none does */
  address: z.string().nullable(),
})
export type ReportProvenance = z.infer<typeof ReportProvenance>

const PROVENANCE_RULES = ['difference', 'change', 'ratio', 'sum', 'product'] as const

export const FigureProvenance = z.discriminatedUnion('kind', [
  ReportProvenance,
  /** difference: a − b. change: (a − b) ÷ b. ratio: a ÷ b. sum: a + b + …. product: a × b; `of` names figures, in order */
  z.object({ kind: z.literal('rule'), rule: z.enum(PROVENANCE_RULES), of: z.array(z.string()) }),
  /** the forecast of the days, from earlier days only */
  z.object({ kind: z.literal('forecast'), part: z.enum(['expected', 'low', 'high']), from: LocalDay, until: LocalDay }),
  /** records, counted or looked up; `words` describe them */
  z.object({ kind: z.literal('records'), words: z.string(), address: z.string().nullable() }),
  /** a named statistic */
  z.object({ kind: z.literal('method'), words: z.string() }),
])
export type FigureProvenance = z.infer<typeof FigureProvenance>

/** A number that sentences can use. */
export const InsightFigure = z.object({
  id: z.string(),
  label: z.string(),
  /** money in major units of the account's currency, shares and changes as fractions of 1 */
  value: z.number(),
  format: z.enum(FORMATS),
  /** formatted for this reader */
  text: z.string(),
  receipt: FigureProvenance,
})
export type InsightFigure = z.infer<typeof InsightFigure>

/** A period of a series with its forecast; unknown values are null. */
export const InsightPoint = Period.extend({
  value: z.number().nullable(),
  expected: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** the insight is about this period */
  isMarked: z.boolean(),
})
export type InsightPoint = z.infer<typeof InsightPoint>

/** A time series, one point per period. */
export const InsightSeries = z.object({
  label: z.string(),
  format: z.enum(FORMATS),
  grain: z.enum(['day', 'week', 'month']),
  points: z.array(InsightPoint),
})
export type InsightSeries = z.infer<typeof InsightSeries>

/** Drivers of a change; every field names a figure. */
export const InsightSplit = z.object({
  comparedWith: Period,
  before: z.string(),
  after: z.string(),
  change: z.string(),
  /** volume + price + mix = change */
  parts: z.array(z.object({ label: z.string(), figure: z.string() })),
  dimension: z.string(),
  groups: z.array(z.object({ name: z.string(), before: z.string(), after: z.string(), change: z.string() })),
})
export type InsightSplit = z.infer<typeof InsightSplit>

/** A member or customer that the insight names. */
export const InsightPerson = z.object({
  id: z.string(),
  name: z.string(),
  /** such as the club; null if there is none */
  detail: z.string().nullable(),
  /** ids of figures about this person */
  figures: z.array(z.string()),
  /** in plain words, most important first */
  reasons: z.array(z.string()),
  address: z.string().nullable(),
})
export type InsightPerson = z.infer<typeof InsightPerson>

export const InsightSummary = z.object({
  insightId: z.string(),
  kind: Kind,
  createdUtc: Instant,
  /** read by the caller */
  read: z.boolean(),
  /** dismissed for the account */
  dismissed: z.boolean(),
  progress: InsightProgress,
  /** the caller's rating; null: none */
  useful: z.boolean().nullable(),
  subject: z.object({
    kind: z.enum(['account', 'channel', 'product', 'club', 'teamMember', 'service']),
    label: z.string(),
  }),
  period: Period,
  title: z.string(),
  /** one sentence: what happened */
  summary: z.string(),
  tone: z.enum(['good', 'bad', 'neutral']),
  /** amount at stake in major units; null if there is none */
  stake: z.number().nullable(),
  /** 0 to 1 */
  confidence: z.number(),
  currency: z.string(),
  /** the last periods of the detail's first series, for a sparkline; empty if there is none */
  picture: z.array(InsightPoint).default([]),
})
export type InsightSummary = z.infer<typeof InsightSummary>

export const InsightDetail = InsightSummary.extend({
  /** what happened, with details */
  sentences: z.array(z.string()),
  /** how unusual, compared with what, and how certain; null if nothing is unusual */
  unusual: z.string().nullable(),
  advice: z.array(z.string()),
  /** null: nothing that the reader's role and plan include */
  action: InsightAction.nullable(),
  figures: z.array(InsightFigure),
  series: z.array(InsightSeries),
  split: InsightSplit.nullable(),
  people: z.array(InsightPerson),
  /** written by a language model and checked against the figures */
  isRephrased: z.boolean(),
  /** version of the analyzed data */
  dataVersion: z.number().int(),
  asOf: Instant,
  /** the data has changed since, so reports may show different figures */
  isOutdated: z.boolean(),
  timeZone: z.string(),
})
export type InsightDetail = z.infer<typeof InsightDetail>

/** By priority score, highest first. */
export const InsightList = z.object({
  items: z.array(InsightSummary),
  total: z.number().int(),
  /** of all that are open, regardless of the filter */
  unread: z.number().int(),
  /** when the data was last analyzed, and the first day incomplete then; null before the first run */
  lookedUtc: Instant.nullable(),
  lookedUntil: LocalDay.nullable(),
  /** checks run then; null if not counted */
  lookedAt: z.number().int().nullable().default(null),
  /** what the account's orders were not enough to analyze, in sentences */
  unanalyzed: z.array(z.string()).default([]),
})
export type InsightList = z.infer<typeof InsightList>

const Flag = z.enum(['true', 'false']).transform((text) => text === 'true')

const ModelAddress = z
  .url({
    protocol: /^https?$/,
    error: ({ input }) => (input === '' ? REQUIRED : 'This must be an http or https address'),
  })
  .max(500)

const settingsFields = {
  /** kinds that are shown and sent */
  kinds: z.array(Kind).max(100),
  sensitivity: z.enum(INSIGHT_SENSITIVITIES),
  /** of the morning summary */
  cadence: z.enum(DIGEST_CADENCES),
  /** users who get the morning summary */
  recipients: z.array(Id).max(50),
  mayLeave: z.array(z.enum(SHAREABLE_PARTS)).max(SHAREABLE_PARTS.length),
}

export const InsightSettings = z.object({
  ...settingsFields,
  model: z.object({
    /** false: nothing of the account is sent to a model, also where this installation has a provider */
    isOn: z.boolean(),
    /** base URL of an OpenAI-compatible provider, such as `https://api.openai.com/v1`; null: the account has none */
    url: z.string().nullable(),
    name: z.string().nullable(),
    hasKey: z.boolean(),
    /** this installation has a provider, used if the account has none */
    isProvided: z.boolean(),
  }),
})
export type InsightSettings = z.infer<typeof InsightSettings>

export const InsightSettingsChange = z.object({
  ...settingsFields,
  model: z.object({
    /** omitted: unchanged */
    isOn: z.boolean().optional(),
    url: ModelAddress.nullable(),
    name: z.string().trim().min(1).max(100).nullable(),
    /** omitted: the stored key is unchanged unless the URL changes; null: the key is deleted */
    key: z.string().min(1).max(500).nullable().optional().meta({ writeOnly: true }),
  }),
})
export type InsightSettingsChange = z.input<typeof InsightSettingsChange>

/** A provider as entered. `key` omitted: the stored one, if it was stored for this URL. */
export const ModelToTry = z.object({
  url: ModelAddress,
  name: z.string().trim().min(1).max(100),
  key: z.string().min(1).max(500).nullable().optional().meta({ writeOnly: true }),
})

const MODEL_OUTCOMES = ['works', 'keyRefused', 'refused', 'noAnswer', 'unusable'] as const

/** unusable: the provider responds, but its text cannot be used. */
export const ModelTrial = z.object({ outcome: z.enum(MODEL_OUTCOMES) })
export type ModelTrial = z.infer<typeof ModelTrial>

/** An amount for a metric and a period; money in major units. */
export const Goal = z.object({
  metric: z.enum(GOAL_METRICS),
  period: z.enum(GOAL_PERIODS),
  /** first day of the period; any other day in it is moved to the first */
  from: LocalDay,
  target: z.number().positive().max(1e12),
})
export type Goal = z.infer<typeof Goal>

const MAX_GOALS = 100
const Goals = z.object({ goals: z.array(Goal).max(MAX_GOALS) })

const read = endpointFor({ access: 'reports' })
const settingsChange = audited('insights', { access: 'administration' })
const ownChange = audited('insights', { access: 'reports', keys: 'personal' })
const change = audited('insights', { access: 'reports' })

export const insights = {
  list: read('GET /insight', 'Insights')
    .input(
      PageQuery.extend({
        unread: Flag.optional(),
        dismissed: Flag.default(false),
        /** of those that are not dismissed */
        state: z.enum(['open', 'snoozed', 'done']).default('open'),
        /** assigned to the caller */
        mine: Flag.default(false),
        kind: Kind.optional(),
      }),
    )
    .output(InsightList),
  settings: endpoint('GET /insight/settings', 'Get insight settings', { access: 'administration' }).output(
    InsightSettings,
  ),
  saveSettings: settingsChange('PUT /insight/settings', 'Save insight settings', 'Changed insight settings', {
    sample: {
      body: {
        kinds: ['anomaly'],
        sensitivity: 'quiet',
        cadence: 'never',
        recipients: [],
        mayLeave: [],
        model: { url: null, name: null },
      },
    },
  })
    .input(InsightSettingsChange)
    .output(InsightSettings),
  tryModel: settingsChange(
    'POST /insight/settings/try-model',
    'Test a language model provider with one sample sentence; stores nothing',
    'Tested a language model',
    {
      callsOut: true,
      rateLimit: { bucket: 'modelTrial', hits: 20, seconds: 3600, per: 'account' },
      sample: { body: { url: 'https://127.0.0.1/v1', name: 'any' } },
    },
  )
    .input(ModelToTry)
    .output(ModelTrial),
  get: read('GET /insight/{id}', 'An insight with its figures').input(ById).output(InsightDetail),
  markRead: ownChange('PUT /insight/{id}/read', 'Mark as read', 'Read an insight').input(ById).output(InsightSummary),
  /** null withdraws a rating */
  feedback: ownChange('POST /insight/{id}/feedback', 'Rate an insight as useful or not', 'Rated an insight', {
    sample: { body: { useful: false } },
  })
    .input(z.object({ id: Id, useful: z.boolean().nullable() }))
    .output(InsightSummary),
  dismiss: change(
    'POST /insight/{id}/dismiss',
    'Dismiss an insight and hide similar ones for a while',
    'Dismissed an insight',
  )
    .input(ById)
    .output(InsightSummary),
  restore: change('POST /insight/{id}/restore', 'Restore a dismissed insight', 'Restored an insight')
    .input(ById)
    .output(InsightSummary),
  ...insightProgressEndpoints(InsightSummary),
}

export const goals = {
  list: read('GET /goals', 'Goals, by their first day').output(Goals),
  /** the complete list: goals not in it are deleted */
  saveAll: settingsChange('PUT /goals', 'Set the goals', 'Changed goals', {
    sample: { body: { goals: [{ metric: 'netSales', period: 'month', from: '2026-05-01', target: 1000 }] } },
  })
    .input(Goals)
    .output(Goals),
}
