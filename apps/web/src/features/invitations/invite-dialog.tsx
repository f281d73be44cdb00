import { Modal } from '@mantine/core'
import { useState } from 'react'
import type { User } from '#contract/auth.ts'
import type { InviteResult } from './invite-all.ts'
import { InviteForm } from './invite-form.tsx'
import { InviteResults } from './invite-results.tsx'

interface InviteDialogProps {
  readonly actor: User
  readonly onClose: () => void
}

/** Invites colleagues, then says what became of each. */
export const InviteDialog = ({ actor, onClose }: InviteDialogProps) => {
  const [results, setResults] = useState<readonly InviteResult[] | null>(null)
  return (
    <Modal opened onClose={onClose} title="Invite colleagues" size="lg">
      {results === null ? (
        <InviteForm actor={actor} onCancel={onClose} onDone={setResults} />
      ) : (
        <InviteResults results={results} onClose={onClose} />
      )}
    </Modal>
  )
}
