import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { firstMessage } from '#web/api/api-error.ts'
import { FormFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { AuthPanel, TextLink } from './auth-panel.tsx'

/** The target of the link that undoes an email change. Only the button changes anything, as mail scanners open links. */
export const UndoEmailChangeScreen = () => {
  const { queries } = useRuntime()
  const { token = '', userId = '' } = useSearch({ strict: false })
  const undo = useMutation(queries.auth.undoEmailChange.mutationOptions())
  if (undo.isSuccess) return <AddressRestored />
  return (
    <AuthPanel
      title="Undo email change"
      text="You’ll keep signing in with the address this link was sent to. All sessions will be signed out."
      links={<TextLink to="/sign-in">Sign in</TextLink>}
    >
      <Stack>
        <FormFailure message={undo.error && firstMessage(undo.error)} />
        <Button fullWidth loading={undo.isPending} onClick={() => undo.mutate({ token, userId })}>
          Keep my address
        </Button>
      </Stack>
    </AuthPanel>
  )
}

const AddressRestored = () => (
  <AuthPanel title="Address restored" links={<TextLink to="/forgot-password">Choose a new password</TextLink>}>
    <Text size="sm" role="status">
      Your email address didn’t change, and all sessions were signed out. If you didn’t ask for the change, someone
      knows your password: choose a new one now.
    </Text>
  </AuthPanel>
)
