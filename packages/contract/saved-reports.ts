import { z } from 'zod'
import { ESTATE_AND_UP } from '#domain/plan.ts'
import { endpoint } from './endpoint.ts'
import { Email, Id, Instant, PageQuery, paged, RequiredText } from './fields.ts'
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

const ById = z.object({ id: Id })

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

export const savedReports = {
  my: endpoint('GET /reports/my', 'Saved reports of the user', { access: 'signedIn' }).output(z.array(SavedReport)),
  shared: endpoint('GET /reports/shared', 'Shared reports', { access: 'signedIn', accountTypes: ESTATE_AND_UP }).output(
    z.array(SavedReport),
  ),
  trash: endpoint('GET /reports/trash', 'Deleted reports, kept for 30 days', { access: 'signedIn' })
    .input(PageQuery)
    .output(paged(TrashedReport)),
  create: endpoint('POST /reports', 'Save a report', {
    access: 'signedIn',
    successStatus: 201,
    audit: { area: 'reports', label: 'Saved a report' },
    sample: { body: { name: 'Sample', ...SAMPLE } },
  })
    .input(SavedReportInput)
    .output(SavedReport),
  get: endpoint('GET /reports/{id}', 'A saved report', { access: 'signedIn' }).input(ById).output(SavedReport),
  /** 412 with `current` next to `errors` when `version` or `If-Match` is stale */
  update: endpoint('PUT /reports/{id}', 'Change a saved report', {
    access: 'signedIn',
    inputStructure: 'detailed',
    audit: { area: 'reports', label: 'Changed a report' },
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
  remove: endpoint('DELETE /reports/{id}', 'Move a saved report to the trash', {
    access: 'signedIn',
    audit: { area: 'reports', label: 'Deleted a report' },
  })
    .input(ById)
    .output(z.void()),
  restore: endpoint('POST /reports/{id}/restore', 'Restore a report from the trash', {
    access: 'signedIn',
    audit: { area: 'reports', label: 'Restored a report' },
  })
    .input(ById)
    .output(SavedReport),
  copy: endpoint('POST /reports/{id}/copy', 'Save a copy of an own or shared report', {
    access: 'signedIn',
    successStatus: 201,
    audit: { area: 'reports', label: 'Copied a report' },
  })
    .input(ById)
    .output(SavedReport),
}

/** Schedules of a saved report. */
export const reportSchedules = {
  schedules: endpoint('GET /reports/{id}/schedules', 'When a report is sent, and to whom', { access: 'sharing' })
    .input(ById)
    .output(z.array(Schedule)),
  addSchedule: endpoint('POST /reports/{id}/schedules', 'Schedule a report by email, or in channels', {
    access: 'sharing',
    keys: 'personal',
    successStatus: 201,
    inputStructure: 'detailed',
    audit: { area: 'reports', label: 'Scheduled a report' },
    sample: { body: { cadence: 'daily', recipients: ['nobody@winery.example'] } },
  })
    .input(z.object({ params: ById, body: ScheduleInput }))
    .output(Schedule),
  removeSchedule: endpoint('DELETE /reports/{id}/schedules/{scheduleId}', 'Stop a scheduled report', {
    access: 'sharing',
    keys: 'personal',
    audit: { area: 'reports', label: 'Stopped a scheduled report' },
  })
    .input(BySchedule)
    .output(z.void()),
}
