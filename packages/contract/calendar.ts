import { z } from 'zod'
import { NOTE_KINDS, NOTE_SOURCES } from '#domain/calendar-notes.ts'
import { audited, endpoint } from './endpoint.ts'
import { ById, LocalDay, RequiredText } from './fields.ts'

/** The longest note, in days. */
const MAX_DAYS = 366
const DAY_MS = 86_400_000

const lengthOf = ({ from, until }: { readonly from: string; readonly until: string }): number =>
  (Date.parse(until) - Date.parse(from)) / DAY_MS

const noteFields = {
  title: RequiredText(120),
  /** first local day */
  from: LocalDay,
  /** exclusive */
  until: LocalDay,
  kind: z.enum(NOTE_KINDS),
  text: z.string().trim().max(1000).nullable().default(null),
}

export const CalendarNoteInput = z.object(noteFields).superRefine((note, context) => {
  const days = lengthOf(note)
  const message = days <= 0 ? 'until must be after from' : `A note can cover up to ${MAX_DAYS} days`
  if (days <= 0 || days > MAX_DAYS) context.addIssue({ code: 'custom', path: ['until'], message })
})
export type CalendarNoteInput = z.input<typeof CalendarNoteInput>

/** Only notes of source `manual` can be changed. */
export const CalendarNote = z.object({ ...noteFields, id: z.string(), source: z.enum(NOTE_SOURCES) })
export type CalendarNote = z.infer<typeof CalendarNote>

const SAMPLE = { title: 'Sample', from: '2026-05-01', until: '2026-05-02', kind: 'event' }

const change = audited('dashboards', { access: 'sharing' })

export const calendar = {
  list: endpoint(
    'GET /calendar/notes',
    'Notes that overlap the days, by their first day: written ones, club releases, campaigns, and holidays',
    { access: 'signedIn', sample: { query: 'from=2026-01-01&until=2027-01-01' } },
  )
    .input(
      z.object({ from: LocalDay, until: LocalDay }).superRefine((days, context) => {
        const message = 'until must be after from, by up to ten years'
        if (lengthOf(days) <= 0 || lengthOf(days) > 10 * MAX_DAYS)
          context.addIssue({ code: 'custom', path: ['until'], message })
      }),
    )
    .output(z.array(CalendarNote)),
  create: change('POST /calendar/notes', 'Add a calendar note', 'Added a calendar note', {
    successStatus: 201,
    sample: { body: SAMPLE },
  })
    .input(CalendarNoteInput)
    .output(CalendarNote),
  update: change('PUT /calendar/notes/{id}', 'Change a calendar note', 'Changed a calendar note', {
    inputStructure: 'detailed',
    sample: { body: SAMPLE },
  })
    .input(z.object({ params: ById, body: CalendarNoteInput }))
    .output(CalendarNote),
  remove: change(
    'DELETE /calendar/notes/{id}',
    'Delete a calendar note; it can be restored for 30 days',
    'Deleted a calendar note',
  )
    .input(ById)
    .output(z.void()),
  restore: change('POST /calendar/notes/{id}/restore', 'Restore a deleted calendar note', 'Restored a calendar note')
    .input(ById)
    .output(CalendarNote),
}
