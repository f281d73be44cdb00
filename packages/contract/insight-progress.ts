import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant, LocalDay } from './fields.ts'

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

const ById = z.object({ id: Id })

/** @param output the insight after the change */
export const insightProgressEndpoints = <Output extends z.ZodType>(output: Output) => ({
  assignees: endpoint({
    method: 'GET',
    path: '/insight/assignees',
    summary:
      'Users whom the caller may assign insights to: those who may read them; without the right to share, only oneself',
    access: 'reports',
  }).output(z.array(Assignee)),
  /** null wakes it; similar insights are not hidden */
  snooze: endpoint({
    method: 'PUT',
    path: '/insight/{id}/snooze',
    summary: 'Hide an insight until a day, or show it again',
    access: 'reports',
    keys: 'personal',
    audit: { area: 'insights', label: 'Snoozed or woke an insight' },
    sample: { body: { until: null } },
  })
    .input(ById.extend({ until: LocalDay.nullable() }))
    .output(output),
  /** null: nobody */
  assign: endpoint({
    method: 'PUT',
    path: '/insight/{id}/assignee',
    summary: 'Assign an insight to a user, who is notified',
    access: 'reports',
    keys: 'personal',
    audit: { area: 'insights', label: 'Assigned an insight' },
    sample: { body: { userId: null } },
  })
    .input(ById.extend({ userId: Id.nullable() }))
    .output(output),
  setDone: endpoint({
    method: 'PUT',
    path: '/insight/{id}/done',
    summary: 'Mark an insight as done, or open it again',
    access: 'reports',
    keys: 'personal',
    audit: { area: 'insights', label: 'Marked an insight as done or reopened it' },
    sample: { body: { done: true } },
  })
    .input(ById.extend({ done: z.boolean() }))
    .output(output),
  /** the outcome is measured from the local day of `actedUtc`, which is the first time */
  setActed: endpoint({
    method: 'PUT',
    path: '/insight/{id}/acted',
    summary: 'Note that the action of an insight was taken, or that it was not',
    access: 'reports',
    keys: 'personal',
    audit: { area: 'insights', label: 'Acted on an insight or took it back' },
    sample: { body: { acted: true } },
  })
    .input(ById.extend({ acted: z.boolean() }))
    .output(output),
  history: endpoint({
    method: 'GET',
    path: '/insight/{id}/history',
    summary: 'What was done about an insight, newest first, up to 200 steps',
    access: 'reports',
  })
    .input(ById)
    .output(z.array(InsightStep)),
})
