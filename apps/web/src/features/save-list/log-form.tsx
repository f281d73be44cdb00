import { Group, NativeSelect, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { SaveListMember } from '#contract/save-list.ts'
import { SAVE_ACTIONS, SAVE_ANSWERS } from '#domain/save-list.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { LockedButton } from '#web/app/plan-lock.tsx'
import { ACTION_LABELS, ANSWER_LABELS } from './save-list-labels.ts'
import { useSaveListChanges } from './use-save-list-changes.ts'

/** The text of an unsaved note, which survives closing the panel and a reload in this tab. */
const useNoteDraft = (memberId: string) => {
  const user = useCurrentUser()
  const key = `saveListNote ${user?.id ?? ''} ${memberId}`
  const [note, setNote] = useState(() => sessionStorage.getItem(key) ?? '')
  const change = (text: string) => {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
    setNote(text)
  }
  return [note, change] as const
}

/** Logs what was done to keep a member. */
export const LogForm = ({ member: { id } }: { member: SaveListMember }) => {
  const { log } = useSaveListChanges()
  const [action, setAction] = useState<(typeof SAVE_ACTIONS)[number]>('called')
  const [answer, setAnswer] = useState<(typeof SAVE_ANSWERS)[number] | null>(null)
  const [note, setNote] = useNoteDraft(id)
  const text = note.trim()
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const step = { id, action, answer: action === 'note' ? null : answer, note: text === '' ? null : text }
    log.mutate(step, {
      onSuccess: () => {
        setNote('')
        setAnswer(null)
      },
    })
  }
  return (
    <form onSubmit={handleSubmit}>
      <Stack gap={12}>
        <Group grow align="flex-start" gap={12}>
          <NativeSelect
            label="What you did"
            data={SAVE_ACTIONS.map((value) => ({ value, label: ACTION_LABELS[value] }))}
            value={action}
            onChange={({ currentTarget: { value } }) =>
              setAction(SAVE_ACTIONS.find((one) => one === value) ?? 'called')
            }
          />
          {action !== 'note' && (
            <NativeSelect
              label="Answer"
              data={[
                { value: '', label: 'None yet' },
                ...SAVE_ANSWERS.map((value) => ({ value, label: ANSWER_LABELS[value] })),
              ]}
              value={answer ?? ''}
              onChange={({ currentTarget: { value } }) => setAnswer(SAVE_ANSWERS.find((one) => one === value) ?? null)}
            />
          )}
        </Group>
        <Textarea
          label="Note"
          autosize
          minRows={2}
          maxLength={500}
          value={note}
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
        <Group justify="flex-end">
          <LockedButton type="submit" loading={log.isPending} disabled={action === 'note' && text === ''}>
            Log step
          </LockedButton>
        </Group>
      </Stack>
    </form>
  )
}
