import { Anchor, Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { SecondStep } from '#contract/second-factor.ts'
import { errorItems, errorStatus, firstMessage } from '#web/api/api-error.ts'
import { FormFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { FactorForm } from '#web/features/second-factor/factor-form.tsx'
import { answerWithPasskey, hasPasskeys, PASSKEY_FAILED } from '#web/features/second-factor/passkey.ts'
import { AuthPanel } from './auth-panel.tsx'
import { useSessionStart } from './use-session-start.ts'

const failureMessage = (error: unknown): string | null => {
  if (error === null) return null
  return errorStatus(error) === null ? PASSKEY_FAILED : firstMessage(error)
}

/** What completes a sign-in, besides its challenge. */
type Answer =
  | { readonly code: string }
  | { readonly recovery_code: string }
  | { readonly passkey: Record<string, unknown> }

/** Completes a sign-in and opens the app. `answer` asks the user for the proof, and rejects when they cancel. */
const useSecondStep = () => {
  const { api } = useRuntime()
  const arrive = useSessionStart()
  return useMutation({
    mutationFn: async (answer: () => Promise<Answer & { readonly challenge: string }>) =>
      api.auth.token({ grant_type: 'second_factor', ...(await answer()) }),
    onSuccess: ({ user }) => arrive(user),
  })
}

/** Asks for the second factor after the right password. */
export const SecondStepPanel = ({ step, onBack }: { step: SecondStep; onBack: () => void }) => {
  const { challenge, passkeyOptions } = step
  const complete = useSecondStep()
  const methods = step.methods.filter((method) => method !== 'passkey' || hasPasskeys())
  const isOver = errorItems(complete.error).some(({ code }) => code === 'auth.challenge_expired')
  return (
    <AuthPanel
      title="Confirm it’s you"
      text="Your account is protected by two-step verification."
      links={
        <Anchor component="button" type="button" size="sm" underline="always" onClick={onBack}>
          Back to sign in
        </Anchor>
      }
    >
      {isOver ? (
        <FormFailure message={failureMessage(complete.error)} />
      ) : (
        <FactorForm
          methods={methods}
          submit="Sign in"
          isBusy={complete.isPending}
          failure={failureMessage(complete.error)}
          onCode={(proof) =>
            complete.mutate(async () =>
              'code' in proof ? { challenge, code: proof.code } : { challenge, recovery_code: proof.recoveryCode },
            )
          }
          onPasskey={() =>
            complete.mutate(async () => ({ challenge, passkey: await answerWithPasskey(passkeyOptions ?? {}) }))
          }
        />
      )}
    </AuthPanel>
  )
}

/** Signs in with a passkey instead of a password. */
export const PasskeySignIn = () => {
  const { api } = useRuntime()
  const complete = useSecondStep()
  const signIn = (): void =>
    complete.mutate(async () => {
      const { challenge, options } = await api.auth.passkeyOptions()
      return { challenge, passkey: await answerWithPasskey(options) }
    })
  return (
    <>
      <FormFailure message={failureMessage(complete.error)} />
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={complete.isPending}
        onClick={signIn}
      >
        Sign in with a passkey
      </Button>
    </>
  )
}
