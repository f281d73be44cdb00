import { Modal, PasswordInput, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Proof, SecondFactors } from '#contract/second-factor.ts'
import type { ProofMethod } from '#domain/role.ts'
import { errorStatus, firstMessage } from '#web/api/api-error.ts'
import type { ProofQuestion } from '#web/api/session/prover.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { FormStack } from '#web/app/form-stack.tsx'
import { FormFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useSignOnStart } from '#web/features/sign-on/use-sign-on-start.ts'
import { FactorForm } from './factor-form.tsx'
import { answerWithPasskey, hasPasskeys, PASSKEY_FAILED } from './passkey.ts'

const PASSKEY = 'passkey'

/** Asks who the user is before a protected change, and sends the proof. */
export const ProveDialog = ({ methods, answer }: ProofQuestion) => {
  const { api, queries } = useRuntime()
  const prove = useMutation({
    mutationFn: async (given: Proof | typeof PASSKEY) => {
      if (given !== PASSKEY) return api.secondFactor.prove(given)
      const { challenge, options } = await api.secondFactor.proveOptions()
      return api.secondFactor.prove({ passkey: { challenge, response: await answerWithPasskey(options) } })
    },
    onSuccess: () => answer(true),
  })
  const failure = prove.error && (errorStatus(prove.error) === null ? PASSKEY_FAILED : firstMessage(prove.error))
  const { data: factors } = useQuery(
    queries.secondFactor.get.queryOptions({ enabled: methods.includes('authenticator') }),
  )
  return (
    <Modal opened onClose={() => answer(false)} title="Confirm it’s you">
      <Stack>
        <Text size="sm">This change is protected. Confirm who you are to continue.</Text>
        {methods.includes('password') ? (
          <PasswordForm
            isBusy={prove.isPending}
            failure={failure}
            onPassword={(password) => prove.mutate({ password })}
            onCancel={() => answer(false)}
          />
        ) : methods.includes('signOn') ? (
          <SignOnAgain onCancel={() => answer(false)} />
        ) : factors === undefined ? (
          <Skeleton h={96} />
        ) : (
          <FactorForm
            methods={methodsOf(factors)}
            submit="Confirm"
            isBusy={prove.isPending}
            failure={failure}
            onCode={(proof) => prove.mutate(proof)}
            onPasskey={() => prove.mutate(PASSKEY)}
          />
        )}
      </Stack>
    </Modal>
  )
}

/** Factors of the user that work in this browser. */
const methodsOf = ({ authenticatorSinceUtc, passkeys, recoveryCodesLeft }: SecondFactors): readonly ProofMethod[] => [
  ...(passkeys.length > 0 && hasPasskeys() ? (['passkey'] as const) : []),
  ...(authenticatorSinceUtc === null ? [] : (['authenticator'] as const)),
  ...(recoveryCodesLeft > 0 ? (['recoveryCode'] as const) : []),
]

/** Somebody whom the account's provider signs in proves it there, and comes back to this page. */
const SignOnAgain = ({ onCancel }: { readonly onCancel: () => void }) => {
  const user = useCurrentUser()
  const start = useSignOnStart()
  return (
    <Stack>
      <FormFailure message={start.error && firstMessage(start.error)} />
      <Text size="sm">Sign in at your provider again. Then repeat the change.</Text>
      <DialogButtons
        confirm="Sign in again"
        isBusy={start.isPending || start.isSuccess}
        onConfirm={() => start.mutate({ email: user?.email ?? '', redirect: location.pathname + location.search })}
        onCancel={onCancel}
      />
    </Stack>
  )
}

interface PasswordFormProps {
  readonly isBusy: boolean
  readonly failure: string | null
  readonly onPassword: (password: string) => void
  readonly onCancel: () => void
}

const PasswordForm = ({ isBusy, failure, onPassword, onCancel }: PasswordFormProps) => {
  const [password, setPassword] = useState('')
  const handleSubmit = (): void => {
    if (password !== '') onPassword(password)
  }
  return (
    <FormStack onSubmit={handleSubmit}>
      <FormFailure message={failure} />
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        maxLength={128}
        required
        data-autofocus
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <DialogButtons confirm="Confirm" isBusy={isBusy} onCancel={onCancel} />
    </FormStack>
  )
}
