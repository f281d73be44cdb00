import { Group, NativeSelect, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CalendarNote } from '#contract/calendar.ts'
import { NOTE_KIND_LABELS, NOTE_KINDS, type NoteKind } from '#domain/calendar-notes.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { useAccount } from '#web/app/account-data.ts'
import { useIsPermitted } from '#web/app/current-user.ts'
import { ScreenHead } from '#web/app/heading.tsx'
import listing from '#web/app/listing.module.css'
import { Pages, SearchField } from '#web/app/listing.tsx'
import { QueryContent } from '#web/app/notice.tsx'
import { LockedButton } from '#web/app/plan-lock.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useAddressAction } from '#web/app/use-address-action.ts'
import { listedNotes } from './listed-notes.ts'
import { NoteDialog } from './note-dialog.tsx'
import { markedDays } from './note-loader.tsx'
import { NoteTable } from './note-table.tsx'
import { NotesMenu } from './notes-menu.tsx'

const ALL = { value: '', label: 'All types' }

/** Closures, events, campaigns and releases that charts mark. */
export const CalendarScreen = () => {
  const account = useAccount()
  const { queries } = useRuntime()
  const canWrite = useIsPermitted('sharing')
  const query = useQuery(queries.calendar.list.queryOptions({ input: markedDays(new Date()) }))
  const [edited, setEdited] = useState<CalendarNote | 'new' | null>(null)
  useAddressAction(() => canWrite && setEdited('new'))
  if (account === null) return null
  const today = localDayOf(Date.now(), account.timeZone)
  return (
    <ReaderFormats account={account}>
      <Stack maw="var(--cuvee-width-list)" mx="auto">
        <ScreenHead
          title="Calendar Notes"
          tools={
            <Group gap={8}>
              <NotesMenu size="sm" />
              {canWrite ? (
                <LockedButton leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
                  Add note
                </LockedButton>
              ) : null}
            </Group>
          }
        >
          Shown on all charts by day, week, or month. Club releases, campaigns, and holidays are added automatically.
        </ScreenHead>
        <QueryContent query={query} height={240}>
          {(notes) => <Notes {...{ notes, today, canWrite }} onEdit={setEdited} />}
        </QueryContent>
        {edited === null ? null : (
          <NoteDialog note={edited === 'new' ? null : edited} {...{ today }} onClose={() => setEdited(null)} />
        )}
      </Stack>
    </ReaderFormats>
  )
}

interface NotesProps {
  readonly notes: readonly CalendarNote[]
  /** the account's local day */
  readonly today: string
  readonly canWrite: boolean
  readonly onEdit: (note: CalendarNote) => void
}

/** Notes per page. */
const PAGE_SIZE = 25

const Notes = ({ notes, today, canWrite, onEdit }: NotesProps) => {
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState<NoteKind | null>(null)
  const [page, setPage] = useState(1)
  const shown = listedNotes(notes, { search, kind, today })
  const first = Math.min(page - 1, Math.ceil(shown.length / PAGE_SIZE) - 1) * PAGE_SIZE
  return (
    <>
      <Group gap={8}>
        <SearchField label="Search notes" value={search} onChange={setSearch} />
        <NativeSelect
          aria-label="Type"
          data={[ALL, ...NOTE_KINDS.map((value) => ({ value, label: NOTE_KIND_LABELS[value] }))]}
          value={kind ?? ''}
          onChange={({ currentTarget: { value } }) => setKind(NOTE_KINDS.find((one) => one === value) ?? null)}
        />
      </Group>
      {shown.length === 0 ? (
        <p className={listing.empty} role="status">
          {notes.length === 0 ? 'No notes yet. Add a closure, an event, or a campaign.' : 'No notes match.'}
        </p>
      ) : (
        <>
          <NoteTable notes={shown.slice(first, first + PAGE_SIZE)} {...{ canWrite, onEdit }} />
          <Pages total={shown.length} pageSize={PAGE_SIZE} page={first / PAGE_SIZE + 1} onPage={setPage} />
        </>
      )}
    </>
  )
}
