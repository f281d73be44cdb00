import { z } from 'zod'
import { ALERT_DIRECTIONS, ALERT_SCOPES, ALERT_STATUSES } from '#domain/alerts.ts'
import { FORMATS } from '#domain/report-terms.ts'
import { audited, endpoint } from './endpoint.ts'
import { ById, Id, Instant, LocalDay, PageQuery, paged, RequiredText } from './fields.ts'
import { CompareName, ReportDefinition } from './report-definition.ts'

/** Money in major units, shares as fractions of 1, as reports answer them. */
const Limit = z.number().min(-1e12).max(1e12)

export const AlertCondition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('below'), value: Limit }),
  z.object({ kind: z.literal('above'), value: Limit }),
  z.object({
    kind: z.literal('change'),
    direction: z.enum(ALERT_DIRECTIONS),
    /** by more than this, 20 for 20 % */
    percent: z.number().positive().max(10_000),
    compare: CompareName,
  }),
  /** outside the range that contains 80 % of such periods; for whole days, weeks and months that have ended */
  z.object({ kind: z.literal('forecast'), direction: z.enum(ALERT_DIRECTIONS) }),
])
export type AlertCondition = z.infer<typeof AlertCondition>

const AlertSettings = z.object({
  name: RequiredText(200),
  /** the report, with the range and filters that the number has */
  definition: ReportDefinition,
  /** place of the number in the definition's `columns` */
  column: z.number().int().min(0).max(99).default(0),
  scope: z.enum(ALERT_SCOPES).default('total'),
  condition: AlertCondition,
})

const MAX_RECIPIENTS = 50

export const AlertInput = AlertSettings.extend({
  /** colleagues who are notified besides the owner; absent: those of before */
  recipientIds: z.array(Id).max(MAX_RECIPIENTS).optional(),
})
export type AlertInput = z.input<typeof AlertInput>

/** A colleague who is notified of an alert. */
export const AlertRecipient = z.object({
  userId: z.string(),
  name: z.string(),
  /** false: neither notified nor shown the alert, for lack of the right to reports */
  hasAccess: z.boolean(),
})
export type AlertRecipient = z.infer<typeof AlertRecipient>

/** A number that met an alert's condition. */
export const AlertReading = z.object({
  /** of the row; null: the total */
  label: z.string().nullable(),
  value: z.number(),
  /** the compared value, or the end of the forecast's range that it passed; null for a limit */
  compared: z.number().nullable(),
})
export type AlertReading = z.infer<typeof AlertReading>

const Days = z.object({ from: LocalDay, until: LocalDay })

export const Alert = AlertSettings.extend({
  id: z.string(),
  /** null: the user's own */
  ownerName: z.string().nullable(),
  /** by name */
  recipients: z.array(AlertRecipient),
  /** of the watched column */
  measureName: z.string(),
  format: z.enum(FORMATS),
  isPaused: z.boolean(),
  status: z.enum(ALERT_STATUSES),
  /** the total, or the number of rows that meet the condition; null: not known */
  lastValue: z.number().nullable(),
  lastCheckedUtc: Instant.nullable(),
  lastFiredUtc: Instant.nullable(),
  createdDateUtc: Instant,
})
export type Alert = z.infer<typeof Alert>

/** One time that an alert fired. */
export const AlertEvent = z.object({
  id: z.string(),
  firedUtc: Instant,
  /** null: the report has no dates */
  range: Days.nullable(),
  compareRange: Days.nullable(),
  /** what met the condition, most extreme first, up to 20 */
  readings: z.array(AlertReading),
  /** of all rows that newly met it */
  count: z.number().int(),
  dataVersion: z.number().int(),
  /** the definition that was checked then */
  definition: ReportDefinition,
  condition: AlertCondition,
})
export type AlertEvent = z.infer<typeof AlertEvent>

const SAMPLE = {
  name: 'Sample',
  definition: { reportType: 'Orders', columns: [{ columnId: 'netSales' }] },
  condition: { kind: 'above', value: 1000 },
}

const change = audited('notifications', { access: 'reports', keys: 'personal' })

export const alerts = {
  list: endpoint('GET /alerts', 'Alerts of the user: own ones, then those of colleagues that notify the user', {
    access: 'reports',
  }).output(z.array(Alert)),
  create: change('POST /alerts', 'Add an alert', 'Added an alert', { successStatus: 201, sample: { body: SAMPLE } })
    .input(AlertInput)
    .output(Alert),
  update: change('PUT /alerts/{id}', 'Change an alert', 'Changed an alert', {
    inputStructure: 'detailed',
    sample: { body: SAMPLE },
  })
    .input(z.object({ params: ById, body: AlertInput }))
    .output(Alert),
  pause: change('POST /alerts/{id}/pause', 'Pause or resume an alert', 'Paused or resumed an alert', {
    sample: { body: { isPaused: true } },
  })
    .input(ById.extend({ isPaused: z.boolean() }))
    .output(Alert),
  leave: change(
    'POST /alerts/{id}/leave',
    'Stop being notified of an alert of a colleague',
    'Stopped receiving a colleague’s alert',
    { successStatus: 204 },
  )
    .input(ById)
    .output(z.void()),
  remove: change('DELETE /alerts/{id}', 'Delete an alert; it can be restored for 30 days', 'Deleted an alert')
    .input(ById)
    .output(z.void()),
  restore: change('POST /alerts/{id}/restore', 'Restore a deleted alert', 'Restored an alert')
    .input(ById)
    .output(Alert),
  events: endpoint('GET /alerts/{id}/events', 'When an alert fired, latest first', { access: 'reports' })
    .input(ById.extend(PageQuery.shape))
    .output(paged(AlertEvent)),
}
