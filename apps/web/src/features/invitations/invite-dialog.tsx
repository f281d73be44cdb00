import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { User } from '#contract/auth.ts'
import classes from './invitations.module.css'
import type { InviteResult } from './invite-form.tsx'
import { InviteForm } from './invite-form.tsx'

const summary = (invited: number, all: number): string => {
  if (invited === all) return all === 1 ? 'The invitation is on its way.' : `All ${all} invitations are on their way.`
  return `${invited} of ${all} invitations are on their way.`
}

/** The result of each address. */
const InviteResults = ({ results, onClose }: { results: readonly InviteResult[]; onClose: () => void }) => {
  const invited = results.filter(({ failure }) => failure === null).length
  return (
    <Stack>
      <Text size="sm" role="status">
        {summary(invited, results.length)}
      </Text>
      <ul className={`plain-list ${classes.results}`}>
        {results.map(({ email, failure }) => (
          <li key={email} className={classes.result} data-failed={failure !== null || undefined}>
            {failure === null ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertCircle size={18} aria-hidden />}
            <span>
              <strong>{email}</strong>
              <br />
              {failure ?? 'Invited'}
            </span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  )
}

interface InviteDialogProps {
  readonly actor: User
  readonly isOpen: boolean
  readonly onClose: () => void
}

/**
 * Invites colleagues, then shows the result of each. Input and results survive closing the dialog by accident, but not
 * Cancel.
 */
export const InviteDialog = ({ actor, isOpen, onClose }: InviteDialogProps) => {
  const [results, setResults] = useState<readonly InviteResult[] | null>(null)
  const [round, setRound] = useState(0)
  const finish = (): void => {
    setResults(null)
    setRound(round + 1)
    onClose()
  }
  return (
    <Modal opened={isOpen} keepMounted onClose={onClose} title="Invite colleagues" size="lg">
      {results === null ? (
        <InviteForm key={round} actor={actor} onCancel={finish} onDone={setResults} />
      ) : (
        <InviteResults results={results} onClose={finish} />
      )}
    </Modal>
  )
}
