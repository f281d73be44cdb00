import { Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CalendarNote, CalendarNoteInput } from '#contract/calendar.ts'
import { NOTE_KIND_LABELS, NOTE_KINDS, type NoteKind } from '#domain/calendar-notes.ts'
import { addDays, isLocalDay } from '#domain/ranges/local-day.ts'
import { bodyMessages, generalMessage } from '#web/api/api-error.ts'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

interface NoteDialogProps {
  /** changed; null: a new one */
  readonly note: CalendarNote | null
  /** the account's local day */
  readonly today: string
  /** what a new one starts with */
  readonly start?: NoteDraft
  readonly onSaved?: () => void
  readonly onClose: () => void
}

interface NoteDraft {
  readonly title: string
  readonly kind: NoteKind
  readonly from: string
  /** included */
  readonly to: string
  readonly text: string
}

const noteToDraft = (note: CalendarNote | null, today: string): NoteDraft =>
  note === null
    ? { title: '', kind: 'event', from: today, to: today, text: '' }
    : { title: note.title, kind: note.kind, from: note.from, to: addDays(note.until, -1), text: note.text ?? '' }

const REQUIRED = 'This field is required'
const NO_DATE = 'Enter a date'

/** Problems by field, found before the note is sent. */
const problemsOf = ({ title, from, to }: NoteDraft): Readonly<Partial<Record<keyof NoteDraft, string>>> => ({
  ...(title.trim() === '' ? { title: REQUIRED } : {}),
  ...(isLocalDay(from) ? {} : { from: NO_DATE }),
  ...(isLocalDay(to) ? (to < from ? { to: 'This must be the first day or later' } : {}) : { to: NO_DATE }),
})

const draftToInput = ({ title, kind, from, to, text }: NoteDraft): CalendarNoteInput => ({
  title: title.trim(),
  kind,
  from,
  until: addDays(to, 1),
  text: text.trim() === '' ? null : text.trim(),
})

/** Adds or changes a calendar note. */
export const NoteDialog = ({ note, today, start, onSaved, onClose }: NoteDialogProps) => {
  const { api, queries, queryClient } = useRuntime()
  const [draft, setDraft] = useState(() => start ?? noteToDraft(note, today))
  const [wasSubmitted, setSubmitted] = useState(false)
  const save = useMutation({
    mutationFn: (body: CalendarNoteInput) =>
      note === null ? api.calendar.create(body) : api.calendar.update({ params: { id: note.id }, body }),
    onSuccess: () => {
      toast.success(note === null ? 'Note added' : 'Note saved')
      onSaved?.()
      onClose()
      return queryClient.invalidateQueries({ queryKey: queries.calendar.key() })
    },
  })
  const change = (next: Partial<NoteDraft>): void => {
    setDraft({ ...draft, ...next })
    save.reset()
  }
  const own = problemsOf(draft)
  const shown = wasSubmitted ? own : {}
  const server = bodyMessages(save.error)
  const handleSubmit = (): void => {
    setSubmitted(true)
    if (Object.keys(own).length === 0) save.mutate(draftToInput(draft))
  }
  return (
    <FormDialog
      title={note === null ? 'Add note' : 'Edit note'}
      confirm={note === null ? 'Add note' : 'Save note'}
      isBusy={save.isPending}
      failure={generalMessage(save.error)}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextInput
        label="Title"
        required
        data-autofocus
        maxLength={120}
        value={draft.title}
        error={shown.title ?? server.title}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <NativeSelect
        label="Type"
        data={NOTE_KINDS.map((value) => ({ value, label: NOTE_KIND_LABELS[value] }))}
        value={draft.kind}
        onChange={({ currentTarget: { value } }) =>
          change({ kind: NOTE_KINDS.find((kind) => kind === value) ?? 'other' })
        }
      />
      <Group grow align="flex-start" gap="sm">
        <TextInput
          type="date"
          label="From"
          required
          value={draft.from}
          error={shown.from ?? server.from}
          onChange={({ currentTarget: { value } }) =>
            change({ from: value, ...(draft.to < value ? { to: value } : {}) })
          }
        />
        <TextInput
          type="date"
          label="To"
          required
          value={draft.to}
          error={shown.to ?? server.until}
          onChange={({ currentTarget }) => change({ to: currentTarget.value })}
        />
      </Group>
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxLength={1000}
        value={draft.text}
        error={server.text}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
    </FormDialog>
  )
}
