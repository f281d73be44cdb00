import type { z } from 'zod'
import type { CalendarNote, CalendarNoteInput } from '#contract/calendar.ts'
import { fail } from '#contract/errors.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { readHolidayCountry } from '#server/modules/accounts/index.ts'
import { loadAnalyticsSettings, readCampaigns, readClubReleases } from '#server/modules/analytics/index.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import {
  countNotes,
  type Days,
  insertNote,
  type NoteRow,
  notesBetween,
  serviceNames,
  updateNote,
} from './calendar.repo.ts'
import { campaignNotes, holidayNotes, releaseNotes } from './known-notes.ts'

type Input = z.output<typeof CalendarNoteInput>

export const presentNote = ({ id, title, from_day, until_day, kind, text }: NoteRow): CalendarNote => ({
  id,
  title,
  from: from_day,
  until: until_day,
  kind,
  text,
  source: 'manual',
})

const columnsOf = ({ title, from, until, kind, text }: Input) => ({
  title,
  from_day: from,
  until_day: until,
  kind,
  text,
})

/** Written notes, club releases, campaigns and holidays that overlap the days, by their first day. */
export const listNotes = async (deps: Deps, caller: Caller, days: Days): Promise<CalendarNote[]> => {
  const { accountId } = caller
  const written = await notesBetween(deps.db, accountId, days)
  const country = await readHolidayCountry(deps.db, accountId)
  const settings = await loadAnalyticsSettings(deps, caller)
  const releases = await readClubReleases(deps, settings)
  const campaigns = await readCampaigns(deps, settings, days)
  const names = campaigns.length === 0 ? new Map<string, string>() : await serviceNames(deps.db, accountId)
  const known = [...releaseNotes(days, releases), ...campaignNotes(campaigns, names), ...holidayNotes(days, country)]
  return [...written.map(presentNote), ...known].toSorted((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)))
}

/** Errors: `request.quota`. */
export const createNote = (deps: Deps, { accountId }: Caller, input: Input): Promise<NoteRow> => {
  const now = new Date(deps.clock.now())
  return inTransaction(deps.db, async (trx) => {
    await assertRoom(trx, 'calendarNotes', accountId, () => countNotes(trx, accountId))
    return insertNote(trx, {
      ...columnsOf(input),
      id: deps.ids.next(),
      account_id: accountId,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
  })
}

const assertNoteFound = (row: NoteRow | undefined): NoteRow => {
  if (row === undefined) throw fail('calendar.note_not_found')
  return row
}

/** Errors: `calendar.note_not_found`. */
export const changeNote = async (deps: Deps, { accountId }: Caller, id: string, input: Input): Promise<NoteRow> =>
  assertNoteFound(
    await updateNote(
      deps.db,
      { account_id: accountId, id },
      { ...columnsOf(input), updated_at: new Date(deps.clock.now()) },
    ),
  )

/** Errors: `calendar.note_not_found`. */
export const removeNote = async (deps: Deps, { accountId }: Caller, id: string): Promise<NoteRow> =>
  assertNoteFound(await updateNote(deps.db, { account_id: accountId, id }, { deleted_at: new Date(deps.clock.now()) }))

/** Errors: `calendar.note_not_found`. */
export const restoreNote = async (deps: Deps, { accountId }: Caller, id: string): Promise<NoteRow> =>
  assertNoteFound(
    await updateNote(
      deps.db,
      { account_id: accountId, id },
      { deleted_at: null, updated_at: new Date(deps.clock.now()) },
      true,
    ),
  )
