import { Badge, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { CalendarNote } from '#contract/calendar.ts'
import { NOTE_KIND_LABELS } from '#domain/calendar-notes.ts'
import { useFormats } from '#ui/formats-context.tsx'
import listing from '#web/app/listing.module.css'
import { ActionMenu, heads, Listing, wide } from '#web/app/listing.tsx'
import { LockedItem, PlanLockLabel, usePlanLock } from '#web/app/plan-lock.tsx'
import { RemoveItem } from '#web/app/remove-item.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useChange } from '#web/app/use-change.ts'

/** Deletes notes, each with its toast. Refreshes the list and the charts. */
const useNoteChanges = () => {
  const { api, queries, queryClient } = useRuntime()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.calendar.key() })
  const options = { refresh, failed: 'Something went wrong. Check your connection and try again.' }
  const restore = useChange((id: string) => api.calendar.restore({ id }), {
    ...options,
    done: ({ title }) => `${title} restored`,
  })
  const remove = useChange(({ id }: CalendarNote) => api.calendar.remove({ id }), {
    ...options,
    done: (_, { title }) => `${title} deleted`,
    undo: ({ id }) => restore.mutate(id),
  })
  return { remove }
}

interface NoteTableProps {
  readonly notes: readonly CalendarNote[]
  readonly canWrite: boolean
  readonly onEdit: (note: CalendarNote) => void
}

const SOURCES = {
  manual: null,
  release: 'From your club data',
  campaign: 'From your campaigns',
  holiday: 'Added by Cuvee',
} as const

/** Notes with their actions; those that nobody wrote cannot be changed. */
export const NoteTable = ({ notes, canWrite, onEdit }: NoteTableProps) => {
  const formats = useFormats()
  const { remove } = useNoteChanges()
  const isLocked = usePlanLock() !== null
  return (
    <Listing caption="Calendar notes" hasActions={canWrite} heads={heads('Note', 'Days', wide('Kind'))}>
      {notes.map((note) => (
        <tr key={note.id}>
          <td className={listing.name}>
            <Text size="sm" fw={500}>
              {note.title}
            </Text>
            {(note.text ?? SOURCES[note.source]) ? (
              <Text size="xs" c="dimmed">
                {note.text ?? SOURCES[note.source]}
              </Text>
            ) : null}
          </td>
          <td className={listing.days}>{formats.range(note.from, note.until)}</td>
          <td className={listing.wideOnly}>
            <Badge variant="default" tt="none">
              {NOTE_KIND_LABELS[note.kind]}
            </Badge>
          </td>
          {canWrite ? (
            <td className={listing.actions}>
              {note.source === 'manual' ? (
                <ActionMenu label={`Actions for ${note.title}`}>
                  <PlanLockLabel />
                  <LockedItem leftSection={<IconPencil size={16} />} onClick={() => onEdit(note)}>
                    Edit
                  </LockedItem>
                  <RemoveItem disabled={isLocked} onClick={() => remove.mutate(note)}>
                    Delete
                  </RemoveItem>
                </ActionMenu>
              ) : null}
            </td>
          ) : null}
        </tr>
      ))}
    </Listing>
  )
}
