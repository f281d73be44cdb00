import { z } from 'zod'
import { NOTE_KINDS } from '#domain/calendar-notes.ts'
import { audited, endpointFor } from './endpoint.ts'
import { ById, Id, Instant, LocalDay } from './fields.ts'

/** What happened to an insight: `acted` is its action, such as writing to the people it names. */
const INSIGHT_STEPS = [
  'snoozed',
  'woken',
  'assigned',
  'unassigned',
  'acted',
  'actionUndone',
  'done',
  'reopened',
] as const
export type InsightStepName = (typeof INSIGHT_STEPS)[number]

/** An insight is in one of them. `open`: not dismissed, not done, and not snoozed today. */
const INSIGHT_STATES = ['open', 'snoozed', 'done', 'dismissed'] as const
export type InsightState = (typeof INSIGHT_STATES)[number]

const Assignee = z.object({ userId: z.string(), name: z.string() })

/** What users did about an insight; shared by the account. */
export const InsightProgress = z.object({
  state: z.enum(INSIGHT_STATES),
  /** first local day on which it is open again; null: not snoozed */
  snoozedUntil: LocalDay.nullable(),
  assignee: Assignee.nullable(),
  /** first time that somebody acted on it */
  actedUtc: Instant.nullable(),
  doneUtc: Instant.nullable(),
})
export type InsightProgress = z.infer<typeof InsightProgress>

export const InsightStep = z.object({
  id: z.string(),
  step: z.enum(INSIGHT_STEPS),
  utc: Instant,
  /** null: removed since */
  userName: z.string().nullable(),
  /** of a snooze */
  until: LocalDay.nullable(),
  /** of an assignment; null: removed since */
  assigneeName: z.string().nullable(),
})
export type InsightStep = z.infer<typeof InsightStep>

/** What to do about an insight, as a button. */
export const InsightAction = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('people'),
    label: z.string(),
    /** the customer list with exactly the people that the insight names and that are on record */
    address: z.string(),
    customerIds: z.array(z.string()),
  }),
  z.object({ kind: z.literal('page'), label: z.string(), address: z.string() }),
  z.object({
    kind: z.literal('note'),
    label: z.string(),
    note: z.object({ title: z.string(), kind: z.enum(NOTE_KINDS), from: LocalDay, until: LocalDay }),
  }),
])
export type InsightAction = z.infer<typeof InsightAction>

/** What happened after somebody acted on an insight. */
export const InsightOutcome = z.object({
  /** from the day of the action, up to the last complete sync; `until` is exclusive */
  from: LocalDay,
  until: LocalDay,
  /** first day that is not measured any more */
  ends: LocalDay,
  /** net sales in major units */
  amount: z.number(),
  /** people who ordered, of those that the insight names; null: it names none */
  people: z.object({ returned: z.number().int(), named: z.number().int() }).nullable(),
  /** such as "Recovered $1,240 from 6 of 14 customers", for this reader */
  text: z.string(),
  /** a report whose total is the amount; null: there is none */
  address: z.string().nullable(),
})
export type InsightOutcome = z.infer<typeof InsightOutcome>

const read = endpointFor({ access: 'reports' })
const change = audited('insights', { access: 'reports', keys: 'personal' })

/** @param output the insight after the change */
export const insightProgressEndpoints = <Output extends z.ZodType>(output: Output) => ({
  assignees: read(
    'GET /insight/assignees',
    'Users whom the caller may assign insights to: those who may read them; without the right to share, only oneself',
  ).output(z.array(Assignee)),
  /** null wakes it; similar insights are not hidden */
  snooze: change(
    'PUT /insight/{id}/snooze',
    'Hide an insight until a day, or show it again',
    'Snoozed or woke an insight',
    { sample: { body: { until: null } } },
  )
    .input(ById.extend({ until: LocalDay.nullable() }))
    .output(output),
  /** null: nobody */
  assign: change('PUT /insight/{id}/assignee', 'Assign an insight to a user, who is notified', 'Assigned an insight', {
    sample: { body: { userId: null } },
  })
    .input(ById.extend({ userId: Id.nullable() }))
    .output(output),
  setDone: change(
    'PUT /insight/{id}/done',
    'Mark an insight as done, or open it again',
    'Marked an insight as done or reopened it',
    { sample: { body: { done: true } } },
  )
    .input(ById.extend({ done: z.boolean() }))
    .output(output),
  /** the outcome is measured from the local day of `actedUtc`, which is the first time */
  setActed: change(
    'PUT /insight/{id}/acted',
    'Note that the action of an insight was taken, or that it was not',
    'Changed whether an insight was acted on',
    { sample: { body: { acted: true } } },
  )
    .input(ById.extend({ acted: z.boolean() }))
    .output(output),
  /** null: nobody has acted, or nothing is measured for this kind */
  outcome: read('GET /insight/{id}/outcome', 'Net sales since somebody acted on an insight, for up to 60 days')
    .input(ById)
    .output(InsightOutcome.nullable()),
  history: read('GET /insight/{id}/history', 'What was done about an insight, newest first, up to 200 steps')
    .input(ById)
    .output(z.array(InsightStep)),
})
