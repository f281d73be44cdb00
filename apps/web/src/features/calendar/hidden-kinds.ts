import { useMemo } from 'react'
import { NOTE_KINDS, type NoteKind } from '#domain/calendar-notes.ts'
import { createStoredChoice, useStoredChoice } from '#ui/stored-choice.ts'

const choice = createStoredChoice('calendarNotes.hiddenKinds')

/** Kinds of notes that charts do not mark. */
export const useHiddenKinds = (): readonly NoteKind[] => {
  const text = useStoredChoice(choice)
  return useMemo(() => NOTE_KINDS.filter((kind) => text.split(' ').includes(kind)), [text])
}

export const hideKinds = (kinds: readonly NoteKind[]): void => choice.write(kinds.join(' '))
