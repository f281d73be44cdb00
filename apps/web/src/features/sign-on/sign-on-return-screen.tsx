import { Button, Group, Loader, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { SignOnResult } from '#contract/single-sign-on.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { FormFailure, Notice } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { safeRedirect } from '#web/app/urls.ts'
import { AuthPanel, TextLink } from '#web/features/auth/auth-panel.tsx'
import { readSecondStep } from '#web/features/auth/second-step.ts'
import { SecondStepPanel } from '#web/features/auth/second-step-panel.tsx'
import { takeRedirect } from './use-sign-on-start.ts'

const NOT_FINISHED = 'Cuvee didn’t respond. Check your connection and start again.'

const useFinish = () => {
  const { api, session } = useRuntime()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (query: string) => api.signOn.finish({ query }),
    onSuccess: async (result) => {
      if (result.kind === 'test') return
      const { token, ...user } = result.session.user
      session.start(token, user)
      await navigate({ href: safeRedirect(takeRedirect(), location.origin), replace: true })
    },
  })
}

/** Where a provider sends people back, after a sign-in or a test. */
export const SignOnReturnScreen = () => {
  const { session } = useRuntime()
  const { mutate, data, error } = useFinish()
  // The answer works only once, so call once even if the effect runs twice.
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    mutate(window.location.search.slice(1))
  }, [mutate])
  const navigate = useNavigate()
  const step = readSecondStep(error)
  if (step) return <SecondStepPanel step={step} onBack={() => void navigate({ to: '/sign-in', replace: true })} />
  if (data?.kind === 'test') return <TestResult {...data} />
  if (error === null)
    return (
      <AuthPanel title="Signing you in">
        <Group gap="sm" role="status" wrap="nowrap">
          <Loader size="sm" aria-hidden />
          <Text size="sm">This takes a few seconds.</Text>
        </Group>
      </AuthPanel>
    )
  const isSignedIn = session.current() !== null
  return (
    <AuthPanel
      title="Not signed in"
      links={
        isSignedIn ? (
          <TextLink to="/security">Back to Sign-in security</TextLink>
        ) : (
          <>
            <TextLink to="/single-sign-on">Try single sign-on again</TextLink>
            <TextLink to="/sign-in">Back to sign in</TextLink>
          </>
        )
      }
    >
      <FormFailure message={firstMessage(error, NOT_FINISHED)} />
    </AuthPanel>
  )
}

type Test = Extract<SignOnResult, { readonly kind: 'test' }>

const TestResult = ({ email, isLinked }: Test) => (
  <AuthPanel title="Single sign-on works">
    <Notice tone="good" role="status" title={`Your provider says that you are ${email}`}>
      {isLinked
        ? 'From now on, you can sign in this way, too.'
        : 'This isn’t the email address that you use here, so your own sign-in stays as it is.'}
    </Notice>
    <Button component={Link} to="/security" fullWidth>
      Back to Sign-in security
    </Button>
  </AuthPanel>
)
