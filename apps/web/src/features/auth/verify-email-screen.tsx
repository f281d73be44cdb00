import { Loader, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { firstMessage } from '#web/api/api-error.ts'
import { FormFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { AuthPanel, TextLink } from './auth-panel.tsx'

/** The target of the link in a verification email. */
export const VerifyEmailScreen = () => {
  const { api, queries, session } = useRuntime()
  const { token = '', userId = '' } = useSearch({ strict: false })
  const { mutate, isPending, isSuccess, error } = useMutation(
    queries.auth.verifyEmail.mutationOptions({
      onSuccess: async () => {
        const user = session.current()?.user
        if (!user || user.id !== userId) return
        session.replaceUser({ ...user, emailVerified: true })
        // The link may have confirmed a new address.
        session.replaceUser({ ...user, ...(await api.users.get({ id: userId })) })
      },
    }),
  )
  // The token works only once, so call once even if the effect runs twice.
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    mutate({ token, userId })
  }, [mutate, token, userId])

  return (
    <AuthPanel
      title={isSuccess ? 'Email verified' : 'Verify email'}
      links={<TextLink to="/">Continue to Cuvee</TextLink>}
    >
      {isPending && <Loader size="sm" role="img" aria-label="Checking link" />}
      {isSuccess && (
        <Text size="sm" role="status">
          Thanks! Your email address is verified.
        </Text>
      )}
      <FormFailure message={error && firstMessage(error)} />
    </AuthPanel>
  )
}
