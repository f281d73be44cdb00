import type { CalendarNote } from '#contract/calendar.ts'
import { NOTE_KIND_LABELS, type NoteKind } from '#domain/calendar-notes.ts'

/** Notes of a kind whose title, text or kind contains the search, latest first. */
export const listedNotes = (
  notes: readonly CalendarNote[],
  { search, kind }: { readonly search: string; readonly kind: NoteKind | null },
): readonly CalendarNote[] => {
  const wanted = search.trim().toLowerCase()
  return notes
    .filter((note) => kind === null || note.kind === kind)
    .filter((note) =>
      [note.title, note.text ?? '', NOTE_KIND_LABELS[note.kind]].join('\n').toLowerCase().includes(wanted),
    )
    .toReversed()
}
