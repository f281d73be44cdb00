import { z } from 'zod'
import { COMPARE_MODES } from '#domain/ranges/comparison-mode.ts'
import { AGGREGATIONS, ANSWER_CHANGES, COMPARISONS, FORMATS, NOUN_NAMES } from '#domain/report-terms.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, LocalDay } from './fields.ts'
import { HistoryCondition, ReportDefinition } from './report-definition.ts'

const MAX_QUESTION = 500

/** A word of the question and the one that it was taken for. */
const Correction = z.object({ typed: z.string(), read: z.string() })

/** Whole days, weeks or months, of which the first may be past. */
const Ahead = { grain: z.enum(['day', 'week', 'month']), from: LocalDay, until: LocalDay }

/** An answer that the next question may change, as it was returned. */
const Context = z.object({
  definition: ReportDefinition,
  from: LocalDay.optional(),
  until: LocalDay.optional(),
  compare: z.enum(COMPARE_MODES).optional(),
  forecast: z.object(Ahead).optional(),
})
export type Context = z.infer<typeof Context>

export const ForecastInput = z.object({ definition: ReportDefinition, ...Ahead })

/** A period ahead, amounts in major units. */
const ForecastPeriod = z.object({
  from: LocalDay,
  until: LocalDay,
  expected: z.number(),
  /** 80 % of such periods are between `low` and `high` */
  low: z.number(),
  high: z.number(),
})

/** What the first measure of a report is expected to be. */
export const Forecast = z.object({
  displayName: z.string(),
  format: z.enum(FORMATS),
  /** what the days before the first period have come to, where the days that are asked for began before it; `until` is exclusive */
  soFar: z.object({ until: LocalDay, value: z.number() }).nullable(),
  /** what the same days a year before came to; null: they are not in the data, or ahead themselves */
  lastYear: z.number().nullable(),
  /** the current one, its days so far included, and those ahead, in order; none where the history is too short */
  periods: z.array(ForecastPeriod),
})
export type Forecast = z.infer<typeof Forecast>

const ColumnId = z.string().min(1).max(100)
const Noun = z.enum(NOUN_NAMES)
const Measured = { columnId: ColumnId, aggregation: z.enum(AGGREGATIONS).optional() }
const Direction = z.enum(['asc', 'desc'])

/** as it is shown */
const Labelled = { label: z.string().max(500) }

/** A part of a question that leaves no words to interpret. Amounts are in major units, and above zero for refunds. */
const Chip = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('measure'),
    ...Measured,
    /** divided by a constant: bottles to cases */
    per: z.number().positive().optional(),
    over: z.object(Measured).optional(),
    minus: z.object(Measured).optional(),
    counts: Noun.optional(),
    ...Labelled,
  }),
  /** records, one per row */
  z.object({ kind: z.literal('list'), noun: Noun, ...Labelled }),
  z.object({ kind: z.literal('group'), columnId: ColumnId, ...Labelled }),
  /** `Month` and so on, of the date that the records have */
  z.object({ kind: z.literal('grain'), grain: z.string().max(20), ...Labelled }),
  z.object({ kind: z.literal('groupNoun'), noun: Noun, ...Labelled }),
  z.object({
    kind: z.literal('condition'),
    columnId: ColumnId,
    comparison: z.enum(COMPARISONS),
    value: z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]),
    ...Labelled,
  }),
  /** any of the values, or none of them */
  z.object({
    kind: z.literal('values'),
    columnId: ColumnId,
    values: z
      .array(z.union([z.string().max(1000), z.number()]))
      .min(1)
      .max(100),
    exclude: z.boolean(),
    ...Labelled,
  }),
  /** what the people did to whom the records belong */
  HistoryCondition.extend({ kind: z.literal('history'), ...Labelled }),
  /** of a measure (null: the one that is asked for); `ofRecords`: of each record, not of each row */
  z.object({
    kind: z.literal('limit'),
    columnId: ColumnId.nullable(),
    comparison: z.enum(COMPARISONS),
    value: z.number(),
    ofRecords: z.boolean(),
    ...Labelled,
  }),
  /** a relative range, or days such as `2026-03-01/2026-04-01`, of which the last is out; without a first day: all before */
  z.object({ kind: z.literal('range'), range: z.string().max(100), ...Labelled }),
  z.object({ kind: z.literal('compare'), mode: z.enum(COMPARE_MODES), ...Labelled }),
  /** `byDate`: the newest or oldest records; `byChange`: the largest change from the compared range */
  z.object({
    kind: z.literal('order'),
    direction: Direction,
    top: z.number().int().min(1).max(10_000).nullable(),
    byDate: z.boolean(),
    byChange: z.literal(true).optional(),
    ...Labelled,
  }),
  /** shown next to the measure: its share of the total, its change from each period to the next */
  z.object({ kind: z.literal('share'), ...Labelled }),
  z.object({ kind: z.literal('change'), ...Labelled }),
  /** one of the conditions is enough */
  z.object({ kind: z.literal('either'), ...Labelled }),
  /** what will be on these days, of which the last is out */
  z.object({ kind: z.literal('forecast'), from: LocalDay, until: LocalDay, ...Labelled }),
])
export type Chip = z.infer<typeof Chip>

const MAX_CHIPS = 40

/** A question as chips. */
export const ChipQuestion = z.object({
  /** asked of these records where they are not the usual ones for the chips */
  reportType: z.string().max(50).nullable().default(null),
  chips: z.array(Chip).max(MAX_CHIPS),
})
export type ChipQuestion = z.infer<typeof ChipQuestion>

/** What a question can go on with: the whole question as it is then. */
export const Completion = z.object({
  /** what is added */
  label: z.string(),
  /** what kind of thing that is: `Measure`, `Dates`, the column of a value */
  about: z.string(),
  chips: z.array(Chip),
})
export type Completion = z.infer<typeof Completion>

/** A question as a report request: `POST /reports/query` with definition, dates and comparison returns its answer. */
export const Understood = z.object({
  definition: ReportDefinition,
  /** set together if the definition cannot express the range; `until` is exclusive */
  from: LocalDay.optional(),
  until: LocalDay.optional(),
  compare: z.enum(COMPARE_MODES).optional(),
  /** how the question was interpreted, worded from the definition alone */
  explanation: z.string(),
  /** answered by a language model, which may have ignored words; the grammar never does */
  readBy: z.enum(['grammar', 'model']),
  /** misspelled words, in order; asking again with `asTyped` leaves them as they are */
  corrections: z.array(Correction).default([]),
  /** set where the question was read as a follow-up: what it changed in the answer before it; all else is as it was */
  changes: z.array(z.enum(ANSWER_CHANGES)).optional(),
  /** of a share: the rows that the question is about; all others are there for comparison */
  focus: z.object({ columnId: z.string(), values: z.array(z.union([z.string(), z.number(), z.boolean()])) }).optional(),
  /** set where the question asks what will be: `definition` is the history by `grain`, and `POST /insight/forecast` continues it */
  forecast: z.object(Ahead).optional(),
  /** set where a language model answered */
  assistant: z
    .object({
      /** its own words, of which every figure stands in one of the reports; null where that did not hold */
      sentence: z.string().nullable(),
      /** the reports that it ran, in order; the last is the answer */
      steps: z.array(z.object({ explanation: z.string(), rowCount: z.number().int() })),
    })
    .optional(),
  /** the answer as chips, which `POST /insight/compose` takes; absent where they cannot say all of it */
  chips: ChipQuestion.optional(),
})
export type Understood = z.infer<typeof Understood>

/** Two or three readings between which the words do not decide, the likeliest first. */
export const Choose = z.object({ choices: z.array(Understood).min(2).max(3) })
export type Choose = z.infer<typeof Choose>

export const NotUnderstood = z.object({
  /** words of the question that were not recognized; empty if the question asks for nothing */
  notUnderstood: z.array(z.string()),
  /** what is missing, in a sentence; absent where words are unknown */
  reason: z.string().optional(),
  /** known words with a similar spelling */
  suggestions: z.array(z.object({ word: z.string(), near: z.array(z.string()) })),
  /** the answer to the question without some of its words, and these; absent where too little would be left to ask for */
  without: z.object({ ignored: z.array(z.string()), answer: Understood }).optional(),
  /** the nearest question that has an answer, where without the words at fault another one is asked, such as for another number */
  nearest: Understood.optional(),
})
export type NotUnderstood = z.infer<typeof NotUnderstood>

/** An answered question of the user. */
export const AskedQuestion = z.object({
  id: Id,
  question: z.string(),
  /** how it was interpreted; null where the words did not decide */
  explanation: z.string().nullable(),
  /** a change of the answer before it, whose words alone do not say it */
  isFollowUp: z.boolean(),
  askedUtc: Instant,
  isPinned: z.boolean(),
})
export type AskedQuestion = z.infer<typeof AskedQuestion>

/** Questions that have an answer; none holds the name of a person. */
export const Suggestions = z.object({
  /** made of the account's own channels, varietals, clubs and so on */
  own: z.array(z.string()),
  /** asked by colleagues, those that most of them asked first */
  team: z.array(z.string()),
})
export type Suggestions = z.infer<typeof Suggestions>

const ById = z.object({ id: Id })

export const ask = {
  ask: endpoint('POST /insight/ask', 'Convert a question to a report definition', {
    access: 'reports',
    effect: 'read',
    callsOut: true,
    // a person in conversation asks every ten seconds or so, a script every second
    rateLimit: { bucket: 'ask', hits: 60, seconds: 300, per: 'user' },
    sample: { body: { question: 'sales by month' } },
  })
    .input(
      z
        .object({
          /** in words; empty where chips say all */
          question: z.string().trim().max(MAX_QUESTION),
          /** what the words go on from */
          chips: ChipQuestion.optional(),
          /** without correcting misspelled words */
          asTyped: z.boolean().default(false),
          /** the answer before, which the question may be a follow-up to; without it the question is a new one */
          context: Context.optional(),
        })
        .refine(({ question, chips }) => question !== '' || (chips?.chips.length ?? 0) > 0, {
          path: ['question'],
          message: 'A question is needed',
        }),
    )
    .output(z.union([Understood, Choose, NotUnderstood])),
  compose: endpoint('POST /insight/compose', 'Convert chips to a report definition, or a report to chips', {
    access: 'reports',
    effect: 'read',
    // every chip that is taken or changed is a call
    rateLimit: { bucket: 'compose', hits: 300, seconds: 300, per: 'user' },
    sample: { body: { question: { chips: [{ kind: 'measure', columnId: 'netSales', label: 'Net sales' }] } } },
  })
    .input(z.union([z.object({ question: ChipQuestion }), z.object({ context: Context })]))
    .output(z.union([Understood, NotUnderstood])),
  complete: endpoint('POST /insight/complete', 'What a question can go on with while it is typed', {
    access: 'reports',
    effect: 'read',
    // every letter may be a call
    rateLimit: { bucket: 'complete', hits: 900, seconds: 300, per: 'user' },
    sample: { body: { question: { chips: [] }, text: 'net s' } },
  })
    .input(
      z.object({
        question: ChipQuestion,
        /** typed after the chips, or instead of the one that is replaced; may be empty */
        text: z.string().max(200),
        /** place of the chip that is replaced, from 0; null: none is */
        replacing: z.number().int().min(0).max(MAX_CHIPS).nullable().default(null),
      }),
    )
    .output(z.object({ completions: z.array(Completion) })),
  forecast: endpoint('POST /insight/forecast', 'Forecast an amount or a count of a report', {
    access: 'reports',
    effect: 'read',
    rateLimit: { bucket: 'forecast', hits: 60, seconds: 300, per: 'user' },
    sample: {
      body: {
        definition: {
          reportType: 'Orders',
          columns: [{ columnId: 'orderMonth' }, { columnId: 'netSales' }],
          groupColumns: ['orderMonth'],
          relativeDateFilter: { relativeRange: 'LastYear', columnName: 'orderDate' },
        },
        grain: 'month',
        from: '2027-01-01',
        until: '2027-02-01',
      },
    },
  })
    .input(ForecastInput)
    .output(Forecast),
  history: endpoint(
    'GET /insight/questions',
    'Questions that the user asked and got an answer to: pinned ones first, then the latest',
    { access: 'reports' },
  ).output(z.array(AskedQuestion)),
  reopen: endpoint('GET /insight/questions/{id}', 'The answer of a question, as it was read when it was asked', {
    access: 'reports',
  })
    .input(ById)
    .output(z.union([Understood, Choose])),
  pin: endpoint(
    'PUT /insight/questions/{id}',
    'Pin a question, or unpin it; the oldest of those that are not pinned are removed',
    {
      access: 'reports',
      keys: 'personal',
      audit: { area: 'insights', label: 'Pinned or unpinned a question' },
      sample: { body: { isPinned: true } },
    },
  )
    .input(z.object({ id: Id, isPinned: z.boolean() }))
    .output(AskedQuestion),
  forget: endpoint('DELETE /insight/questions/{id}', 'Delete a question from the history', {
    access: 'reports',
    keys: 'personal',
    audit: { area: 'insights', label: 'Deleted a question' },
  })
    .input(ById)
    .output(z.void()),
  suggestions: endpoint(
    'GET /insight/question-suggestions',
    'Questions that the data of the account answers, and those that colleagues asked',
    { access: 'reports' },
  ).output(Suggestions),
}
