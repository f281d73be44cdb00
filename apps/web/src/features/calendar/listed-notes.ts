import { useMemo } from 'react'
import type { CalendarNote } from '#contract/calendar.ts'
import { NOTE_KIND_LABELS, NOTE_KINDS, type NoteKind } from '#domain/calendar-notes.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import { createStoredChoice, useStoredChoice } from '#ui/stored-choice.ts'

/** Holidays that begin later than this many days from today are not listed: they would fill the top of the list. */
const HOLIDAYS_AHEAD = 90

interface ListChoice {
  readonly search: string
  /** null: all */
  readonly kind: NoteKind | null
  /** the account's local day */
  readonly today: string
}

/** Notes of a kind whose title, text or kind contains the search, latest first. */
export const listedNotes = (
  notes: readonly CalendarNote[],
  { search, kind, today }: ListChoice,
): readonly CalendarNote[] => {
  const wanted = search.trim().toLowerCase()
  const last = addDays(today, HOLIDAYS_AHEAD)
  const text = (note: CalendarNote): string => [note.title, note.text ?? '', NOTE_KIND_LABELS[note.kind]].join(' ')
  return notes
    .filter((note) => kind === null || note.kind === kind)
    .filter((note) => note.source !== 'holiday' || note.from <= last)
    .filter((note) => text(note).toLowerCase().includes(wanted))
    .toReversed()
}

const choice = createStoredChoice('calendarNotes.hiddenKinds')

/** Kinds of notes that charts do not mark. */
export const useHiddenKinds = (): readonly NoteKind[] => {
  const text = useStoredChoice(choice)
  return useMemo(() => NOTE_KINDS.filter((kind) => text.split(' ').includes(kind)), [text])
}

export const hideKinds = (kinds: readonly NoteKind[]): void => choice.write(kinds.join(' '))
