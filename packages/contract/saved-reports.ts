import { z } from 'zod'
import { ESTATE_AND_UP } from '#domain/plan.ts'
import { audited, endpoint, endpointFor } from './endpoint.ts'
import { ById, Email, Id, Instant, PageQuery, paged, RequiredText } from './fields.ts'
import { ReportDefinition } from './report-definition.ts'
import { EXPORT_FORMATS } from './reports.ts'

/** A saved report: a definition with a name, an owner and its visibility. */
export const SavedReport = ReportDefinition.extend({
  id: z.string(),
  accountId: z.number().int(),
  createdBy: z.string(),
  createdByName: z.string(),
  createdDateUtc: Instant,
  updatedDateUtc: Instant,
  /** visible to everyone in the account */
  isPublic: z.boolean(),
  /** a colleague's shared report can be read and copied, not changed */
  isOwn: z.boolean(),
  /** incremented by each change */
  version: z.number().int(),
})
export type SavedReport = z.infer<typeof SavedReport>

/** Making a report public requires the permission to share. */
export const SavedReportInput = ReportDefinition.extend({
  name: RequiredText(200),
  isPublic: z.boolean().default(false),
})
export type SavedReportInput = z.input<typeof SavedReportInput>

const TrashedReport = z.object({ id: z.string(), name: z.string(), deletedDateUtc: Instant })

export const CADENCES = ['daily', 'weekly', 'monthly'] as const

/** Sent at `hour` of the account's local day, once that day's sync has finished. */
export const ScheduleInput = z.object({
  cadence: z.enum(CADENCES),
  /** 1 (Monday) to 7; for weekly */
  weekday: z.number().int().min(1).max(7).default(1),
  /** day of the month, 1 to 31; the last one where the month is shorter; for monthly */
  day: z.number().int().min(1).max(31).default(1),
  hour: z.number().int().min(0).max(23).default(7),
  /** users of the account */
  recipients: z.array(Email).max(50),
  /** IDs of channels of Slack or Teams: it is posted there without what names people */
  channels: z.array(Id).max(10).default([]),
  /** format of the file attached to the email; null: none */
  attachment: z.enum(EXPORT_FORMATS).nullable().default('csv'),
  /** each recipient gets the rows of the team member of their name only; needs a report type with team members */
  ownRows: z.boolean().default(false),
})
export type ScheduleInput = z.input<typeof ScheduleInput>

export const Schedule = ScheduleInput.extend({
  id: z.string(),
  reportId: z.string(),
  createdBy: z.string(),
  lastSentUtc: Instant.nullable(),
  nextDueUtc: Instant,
})
export type Schedule = z.infer<typeof Schedule>

const BySchedule = z.object({ id: Id, scheduleId: Id })

const SAMPLE = { reportType: 'Orders', columns: [{ columnId: 'orderId' }] }

const read = endpointFor({ access: 'signedIn' })
const change = audited('reports', { access: 'signedIn' })
const scheduleChange = audited('reports', { access: 'sharing', keys: 'personal' })

export const savedReports = {
  my: read('GET /reports/my', 'Saved reports of the user').output(z.array(SavedReport)),
  shared: read('GET /reports/shared', 'Shared reports', { accountTypes: ESTATE_AND_UP }).output(z.array(SavedReport)),
  trash: read('GET /reports/trash', 'Deleted reports, kept for 30 days').input(PageQuery).output(paged(TrashedReport)),
  create: change('POST /reports', 'Save a report', 'Saved a report', {
    successStatus: 201,
    sample: { body: { name: 'Sample', ...SAMPLE } },
  })
    .input(SavedReportInput)
    .output(SavedReport),
  get: read('GET /reports/{id}', 'A saved report').input(ById).output(SavedReport),
  /** 412 with `current` next to `errors` when `version` or `If-Match` is stale */
  update: change('PUT /reports/{id}', 'Change a saved report', 'Changed a report', {
    inputStructure: 'detailed',
    sample: { body: { name: 'Taken over', ...SAMPLE } },
  })
    .input(
      z.object({
        params: ById,
        headers: z.object({ 'if-match': z.string().optional() }).loose().optional(),
        body: SavedReportInput.extend({ version: z.number().int().optional() }),
      }),
    )
    .output(SavedReport),
  remove: change('DELETE /reports/{id}', 'Move a saved report to the trash', 'Deleted a report')
    .input(ById)
    .output(z.void()),
  restore: change('POST /reports/{id}/restore', 'Restore a report from the trash', 'Restored a report')
    .input(ById)
    .output(SavedReport),
  copy: change('POST /reports/{id}/copy', 'Save a copy of an own or shared report', 'Copied a report', {
    successStatus: 201,
  })
    .input(ById)
    .output(SavedReport),
}

/** Schedules of a saved report. */
export const reportSchedules = {
  schedules: endpoint('GET /reports/{id}/schedules', 'When a report is sent, and to whom', { access: 'sharing' })
    .input(ById)
    .output(z.array(Schedule)),
  addSchedule: scheduleChange(
    'POST /reports/{id}/schedules',
    'Schedule a report by email, or in channels',
    'Scheduled a report',
    {
      successStatus: 201,
      inputStructure: 'detailed',
      sample: { body: { cadence: 'daily', recipients: ['nobody@winery.example'] } },
    },
  )
    .input(z.object({ params: ById, body: ScheduleInput }))
    .output(Schedule),
  removeSchedule: scheduleChange(
    'DELETE /reports/{id}/schedules/{scheduleId}',
    'Stop a scheduled report',
    'Stopped a scheduled report',
  )
    .input(BySchedule)
    .output(z.void()),
}
