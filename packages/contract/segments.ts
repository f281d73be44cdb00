import { z } from 'zod'
import { audited, endpoint, endpointFor } from './endpoint.ts'
import { ById, Id, Instant, LocalDay, RequiredText } from './fields.ts'
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
  /** net sales to its customers in the last 365 days; null: it is still being computed */
  netSales: z.number().nullable(),
})
export type Segment = z.infer<typeof Segment>

/** A list of people that a platform sends email to. */
const Audience = z.object({ serviceId: Id, id: Id, name: z.string().max(300) })
const SegmentAudience = Audience.extend({ serviceName: z.string() })
export type SegmentAudience = z.infer<typeof SegmentAudience>

const SendCounts = z.object({
  /** subscribed people of the segment without the tag */
  toTag: z.number().int(),
  /** people with the tag who are not in the segment */
  toUntag: z.number().int(),
  tagged: z.number().int(),
  /** people of the segment who have not agreed to marketing, are unsubscribed, or aren't in the audience: they are left alone */
  noConsent: z.number().int(),
  unsubscribed: z.number().int(),
  unknown: z.number().int(),
})
export type SendCounts = z.infer<typeof SendCounts>

/** A dry run (`checking`, `checked`), and what came of sending it. */
const SegmentSend = z.object({
  id: z.string(),
  serviceId: z.string(),
  audience: z.string(),
  status: z.enum(['checking', 'checked', 'sending', 'done', 'stopped', 'failed']),
  counts: SendCounts.nullable(),
  /** people who were tagged or untagged so far */
  done: z.number().int(),
  /** why it failed, or which people the platform refused */
  problem: z.string().nullable(),
  createdDateUtc: Instant,
})
export type SegmentSend = z.infer<typeof SegmentSend>

const BySend = ById.extend({ sendId: Id })

const SAMPLE = { name: 'Sample', definition: { reportType: 'Customers', columns: [{ columnId: 'customerName' }] } }

const readSending = endpointFor({ access: 'administration' })
const change = audited('reports', { access: 'sharing' })
const sending = audited('reports', { access: 'administration' })

export const segments = {
  list: endpoint('GET /segments', 'Segments of the account by name, with their last 31 days', {
    access: 'reports',
  }).output(z.array(Segment)),
  get: endpoint('GET /segments/{id}', 'A segment with its last 366 days', { access: 'reports' })
    .input(ById)
    .output(Segment),
  create: change('POST /segments', 'Add a segment', 'Added a segment', { successStatus: 201, sample: { body: SAMPLE } })
    .input(SegmentInput)
    .output(Segment),
  update: change('PUT /segments/{id}', 'Change a segment', 'Changed a segment', {
    inputStructure: 'detailed',
    sample: { body: SAMPLE },
  })
    .input(z.object({ params: ById, body: SegmentInput }))
    .output(Segment),
  /** reports that filter by it stop working */
  remove: change('DELETE /segments/{id}', 'Delete a segment and its history', 'Deleted a segment')
    .input(ById)
    .output(z.void()),
  audiences: readSending('GET /segments/audiences', 'Audiences of connected platforms whose people can be tagged', {
    callsOut: true,
  }).output(z.array(SegmentAudience)),
  sends: readSending('GET /segments/{id}/sends', 'The last dry runs and sends of a segment, the latest first')
    .input(ById)
    .output(z.array(SegmentSend)),
  check: sending(
    'POST /segments/{id}/sends',
    'Count who would be tagged in an audience, without changing anything',
    'Checked who a segment would tag',
    { inputStructure: 'detailed', successStatus: 202, sample: { body: { serviceId: 'x', id: 'x', name: 'Sample' } } },
  )
    .input(z.object({ params: ById, body: Audience }))
    .output(SegmentSend),
  send: sending(
    'POST /segments/{id}/sends/{sendId}/start',
    'Tag the people that a dry run has counted',
    'Sent a segment',
    { successStatus: 202 },
  )
    .input(BySend)
    .output(SegmentSend),
  stop: sending('POST /segments/{id}/sends/{sendId}/stop', 'Stop sending a segment', 'Stopped sending a segment')
    .input(BySend)
    .output(SegmentSend),
}
