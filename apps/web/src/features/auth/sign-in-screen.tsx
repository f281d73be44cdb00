import { Button, Loader, Paper, PasswordInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { errorItems, firstMessage } from '#web/api/api-error.ts'
import type { EndReason } from '#web/api/session/session-channel.ts'
import { useClientSettings } from '#web/app/account-data.ts'
import { EmailField } from '#web/app/fields.tsx'
import { lazyPart } from '#web/app/lazy-part.tsx'
import { Notice } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { hasPasskeys } from '#web/features/second-factor/passkey.ts'
import { useSignOnStart } from '#web/features/sign-on/use-sign-on-start.ts'
import { AuthForm, AuthPanel, TextLink } from './auth-panel.tsx'
import { checkEmail, checkRequired } from './field-checks.ts'
import { readSecondStep } from './second-step.ts'
import { useSessionStart } from './use-session-start.ts'

const ENDED = 'It expired or was ended on another device. Sign in again to continue.'

const TEXTS: Readonly<Record<EndReason, { readonly title: string; readonly text: string } | null>> = {
  'signed-out': null,
  idle: {
    title: 'You were signed out',
    text: 'You were inactive for 30 minutes. Sign in again to continue where you left off.',
  },
  forbidden: {
    title: 'Your access has changed',
    text: 'Your role no longer includes what was open. Sign in again to continue with your current role.',
  },
  expired: { title: 'Your session has ended', text: ENDED },
  unrefreshable: { title: 'Your session has ended', text: ENDED },
  elsewhere: { title: 'You were signed out', text: 'You signed out in another tab.' },
}

/** On the sign-in page: why the session ended, unless the user signed out here. */
const EndNotice = () => {
  const reason = useLocation({ select: ({ state }) => state.endReason })
  const notice = reason === undefined ? null : TEXTS[reason]
  if (notice === null) return null
  return (
    <Notice role="status" title={notice.title}>
      {notice.text}
    </Notice>
  )
}

const SecondStepPanel = lazyPart(() => import('./second-step-panel.tsx').then((module) => module.SecondStepPanel))
const PasskeySignIn = lazyPart(() => import('./second-step-panel.tsx').then((module) => module.PasskeySignIn))

interface DemoSignInProps {
  readonly onChoose: (demo: { email: string; password: string }) => void
}

/** Fills in the demo winery's credentials, on installations that have a demo. */
const DemoSignIn = ({ onChoose }: DemoSignInProps) => {
  const { demo } = useClientSettings()
  if (!demo) return null
  return (
    <Paper p="md" bg="var(--cuvee-page)" withBorder>
      <Text size="sm">Explore the demo winery:</Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {demo.email} · {demo.password}
      </Text>
      <Button mt="sm" size="xs" variant="default" onClick={() => onChoose(demo)}>
        Use demo sign-in
      </Button>
    </Paper>
  )
}

export const SignInScreen = () => {
  const { queries } = useRuntime()
  const { redirect } = useSearch({ strict: false })
  const arrive = useSessionStart()
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: { email: checkEmail, password: checkRequired },
  })
  const signIn = useMutation(queries.auth.token.mutationOptions({ onSuccess: ({ user }) => arrive(user) }))
  const step = readSecondStep(signIn.error)
  const signOn = useSignOnStart()
  const mustSignOn = errorItems(signIn.error).some(({ code }) => code === 'sign_on.required')
  const submit = form.onSubmit(({ email, password }) =>
    signIn.mutate({ grant_type: 'password', username: email.trim(), password }),
  )
  if (step)
    return (
      <Suspense fallback={<Loader size="sm" role="img" aria-label="Loading" />}>
        <SecondStepPanel step={step} onBack={() => signIn.reset()} />
      </Suspense>
    )
  return (
    <AuthPanel
      title="Sign in"
      text="Your winery’s numbers, every morning."
      links={
        <>
          <TextLink to="/single-sign-on" search={{ redirect }}>
            Sign in with single sign-on
          </TextLink>
          <TextLink to="/forgot-password">Forgot your password?</TextLink>
          <TextLink to="/register" search={{ redirect }}>
            Create an account
          </TextLink>
        </>
      }
    >
      <EndNotice />
      {mustSignOn && (
        <Button
          loading={signOn.isPending || signOn.isSuccess}
          onClick={() => signOn.mutate({ email: form.getValues().email.trim(), redirect })}
        >
          Continue with single sign-on
        </Button>
      )}
      <AuthForm
        failure={(signOn.error ?? signIn.error) && firstMessage(signOn.error ?? signIn.error)}
        submit="Sign in"
        isBusy={signIn.isPending}
        onSubmit={submit}
      >
        <EmailField label="Email" inputProps={form.getInputProps('email')} />
        <PasswordInput label="Password" autoComplete="current-password" required {...form.getInputProps('password')} />
      </AuthForm>
      {hasPasskeys() && (
        <Suspense fallback={null}>
          <PasskeySignIn />
        </Suspense>
      )}
      <DemoSignIn onChoose={(demo) => form.setValues(demo)} />
    </AuthPanel>
  )
}
