import { z } from 'zod'
import { audited, endpoint } from './endpoint.ts'
import { Id, Instant, Nothing } from './fields.ts'
import { ScheduleInput } from './saved-reports.ts'

/** When a dashboard is emailed, and to whom: its picture, with its numbers as text. */
export const DashboardScheduleInput = ScheduleInput.omit({ attachment: true, ownRows: true })
export type DashboardScheduleInput = z.input<typeof DashboardScheduleInput>

export const DashboardSchedule = DashboardScheduleInput.extend({
  id: z.string(),
  createdBy: z.string(),
  lastSentUtc: Instant.nullable(),
  nextDueUtc: Instant,
})
export type DashboardSchedule = z.infer<typeof DashboardSchedule>

const BySlug = z.object({ slug: z.string().min(1).max(300) })

const change = audited('dashboards', { access: 'sharing', keys: 'personal' })

/** Schedules of a dashboard that the user can open. */
export const dashboardSchedules = {
  list: endpoint('GET /dashboards/{slug}/schedules', 'When a dashboard is emailed, and to whom', { access: 'sharing' })
    .input(BySlug)
    .output(z.array(DashboardSchedule)),
  add: change(
    'POST /dashboards/{slug}/schedules',
    'Schedule a dashboard by email, or in channels',
    'Scheduled a dashboard',
    {
      successStatus: 201,
      inputStructure: 'detailed',
      sample: { body: { cadence: 'daily', recipients: ['nobody@winery.example'] } },
    },
  )
    .input(z.object({ params: BySlug, body: DashboardScheduleInput }))
    .output(DashboardSchedule),
  remove: change(
    'DELETE /dashboards/{slug}/schedules/{scheduleId}',
    'Stop emailing a dashboard',
    'Stopped a scheduled dashboard',
  )
    .input(BySlug.extend({ scheduleId: Id }))
    .output(Nothing),
}
