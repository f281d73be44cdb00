import { Modal } from '@mantine/core'
import { useState } from 'react'
import type { User } from '#contract/auth.ts'
import type { InviteResult } from './invite-all.ts'
import { InviteForm } from './invite-form.tsx'
import { InviteResults } from './invite-results.tsx'

interface InviteDialogProps {
  readonly actor: User
  readonly isOpen: boolean
  readonly onClose: () => void
}

/**
 * Invites colleagues, then says what became of each. What was typed outlives a dialog closed by accident, not Cancel; so do
 * results that came meanwhile.
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
