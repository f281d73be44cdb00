import { List, Modal, PasswordInput, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '#contract/account.ts'
import { requiredRule } from '#domain/field-rules.ts'
import { fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { FormStack } from '#web/app/form-stack.tsx'
import { FormFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'

/** With a hyphen at which no line breaks. */
const SIGN_IN = 'sign\u2011in'

/** Schedules the account for deletion. */
const useRemoveAccount = (onRemoved: () => void) => {
  const { queries, queryClient } = useRuntime()
  return useMutation(
    queries.account.remove.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: queries.account.get.key() })
        onRemoved()
      },
    }),
  )
}

/** Explains the consequences, asks for the password, then deletes the account. */
export const DeleteAccountDialog = ({ account, onClose }: { account: Account; onClose: () => void }) => {
  const [password, setPassword] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const remove = useRemoveAccount(onClose)
  const missing = isSubmitted ? requiredRule(password) : null
  const isSamePassword = remove.variables?.password === password
  const refusal = remove.error && isSamePassword ? firstMessage(remove.error) : null
  const isAboutPassword = remove.error !== null && 'password' in fieldMessages(remove.error)
  const handleSubmit = (): void => {
    setSubmitted(true)
    if (password !== '') remove.mutate({ password })
  }
  return (
    <Modal opened onClose={onClose} title={`Delete ${account.name}?`}>
      <FormStack gap="sm" onSubmit={handleSubmit}>
        <List size="sm" spacing={6}>
          <List.Item>Nothing is removed for 30 days, and any owner can undo the deletion.</List.Item>
          <List.Item>
            Until then the account is suspended: only owners can sign in, services aren’t synced, and scheduled reports
            aren’t sent.
          </List.Item>
          <List.Item>
            After that, everything is permanently deleted: all records, dashboards, reports, files, pictures, and
            everyone’s {SIGN_IN}.
          </List.Item>
          <List.Item>To keep a copy, export your data first.</List.Item>
        </List>
        <FormFailure message={isAboutPassword ? null : refusal} />
        <PasswordInput
          label="Your password"
          required
          autoComplete="current-password"
          data-autofocus
          maxLength={128}
          value={password}
          error={missing ?? (isAboutPassword ? refusal : null)}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          This deletes your whole winery’s account, not just your {SIGN_IN}.
        </Text>
        <DialogButtons
          confirm="Delete account"
          cancel="Keep account"
          isDestructive
          isBusy={remove.isPending}
          locksCancel
          onCancel={onClose}
        />
      </FormStack>
    </Modal>
  )
}
