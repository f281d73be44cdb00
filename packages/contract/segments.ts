import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant, LocalDay, RequiredText } from './fields.ts'
import { ReportDefinition } from './report-definition.ts'

export const SegmentInput = z.object({
  name: RequiredText(60),
  /** a list of customers or memberships, whose filters, dates and history say who is in the segment */
  definition: ReportDefinition,
})
export type SegmentInput = z.input<typeof SegmentInput>

const SegmentDay = z.object({
  day: LocalDay,
  /** customers in the segment at the end of the day */
  size: z.number().int(),
  entered: z.number().int(),
  left: z.number().int(),
})
export type SegmentDay = z.infer<typeof SegmentDay>

export const Segment = z.object({
  id: z.string(),
  /** of the yes or no column of customers, orders and other records of people */
  columnId: z.string(),
  name: z.string(),
  definition: ReportDefinition,
  /** first day that it is known who was in it; null: it is still being computed */
  startedOn: LocalDay.nullable(),
  /** since then its conditions were changed on this day; null: never */
  conditionsChangedOn: LocalDay.nullable(),
  /** why it is no longer updated; null: it is */
  problem: z.string().nullable(),
  createdDateUtc: Instant,
  /** up to today, without days before `startedOn` */
  days: z.array(SegmentDay),
})
export type Segment = z.infer<typeof Segment>

const ById = z.object({ id: Id })

const SAMPLE = { name: 'Sample', definition: { reportType: 'Customers', columns: [{ columnId: 'customerName' }] } }

export const segments = {
  list: endpoint('GET /segments', 'Segments of the account by name, with their last 31 days', {
    access: 'reports',
  }).output(z.array(Segment)),
  get: endpoint('GET /segments/{id}', 'A segment with its last 366 days', { access: 'reports' })
    .input(ById)
    .output(Segment),
  create: endpoint('POST /segments', 'Add a segment', {
    access: 'sharing',
    successStatus: 201,
    audit: { area: 'reports', label: 'Added a segment' },
    sample: { body: SAMPLE },
  })
    .input(SegmentInput)
    .output(Segment),
  update: endpoint('PUT /segments/{id}', 'Change a segment', {
    access: 'sharing',
    inputStructure: 'detailed',
    audit: { area: 'reports', label: 'Changed a segment' },
    sample: { body: SAMPLE },
  })
    .input(z.object({ params: ById, body: SegmentInput }))
    .output(Segment),
  /** reports that filter by it stop working */
  remove: endpoint('DELETE /segments/{id}', 'Delete a segment and its history', {
    access: 'sharing',
    audit: { area: 'reports', label: 'Deleted a segment' },
  })
    .input(ById)
    .output(z.void()),
}
