import { Button, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { SecondFactors } from '#contract/second-factor.ts'
import { ADMIN_ROLES, hasAnyRole } from '#domain/role.ts'
import { countOf } from '#domain/text.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { askToConfirm } from '#web/app/dialog.tsx'
import { Heading, SettingsSection } from '#web/app/heading.tsx'
import { lazyPart } from '#web/app/lazy-part.tsx'
import { QueryContent } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { AuthenticatorPart, PasskeyPart, RecoveryCodes, type SectionProps } from './factor-sections.tsx'
import { useFactorChanges } from './use-factor-changes.ts'

const SignOnSection = lazyPart(() =>
  import('#web/features/sign-on/sign-on-section.tsx').then((module) => module.SignOnSection),
)

const hasFactor = ({ authenticatorSinceUtc, passkeys }: SecondFactors): boolean =>
  authenticatorSinceUtc !== null || passkeys.length > 0

/** The user's second factors, and for administrators how everyone signs in. */
export const SecurityScreen = () => {
  const { queries } = useRuntime()
  const user = useCurrentUser()
  const query = useQuery(queries.secondFactor.get.queryOptions())
  const changes = useFactorChanges()
  const isAdministrator = hasAnyRole(user?.roles ?? [], ADMIN_ROLES)
  return (
    <Stack maw="var(--cuvee-width-form)" mx="auto">
      <Heading title="Sign-in security">
        Two-step verification protects your account even if someone learns your password.
      </Heading>
      {changes.recoveryCodes && <RecoveryCodes codes={changes.recoveryCodes} onDone={changes.putAway} />}
      <QueryContent query={query} height={320}>
        {(factors) => (
          <>
            <FactorSections factors={factors} changes={changes} />
            {hasFactor(factors) && <RecoverySection factors={factors} changes={changes} />}
            {isAdministrator && <PolicySection factors={factors} changes={changes} />}
          </>
        )}
      </QueryContent>
      {isAdministrator && (
        <Suspense fallback={<Skeleton h={160} />}>
          <SignOnSection />
        </Suspense>
      )}
    </Stack>
  )
}

/** Passkeys and the authenticator app. */
export const FactorSections = (props: SectionProps) => (
  <>
    <SettingsSection
      id="passkeys"
      title="Passkeys"
      description="Sign in with your fingerprint, face, or device PIN, or with a security key."
    >
      <PasskeyPart {...props} />
    </SettingsSection>
    <SettingsSection
      id="authenticator"
      title="Authenticator app"
      description="Sign in with your password and a code from an app on your phone."
    >
      <AuthenticatorPart {...props} />
    </SettingsSection>
  </>
)

const RecoverySection = ({ factors: { recoveryCodesLeft }, changes: { renewCodes } }: SectionProps) => (
  <SettingsSection
    id="recovery"
    title="Recovery codes"
    description="For signing in when you don’t have your other factors at hand."
  >
    <Text size="sm">{countOf(recoveryCodesLeft, 'code')} left</Text>
    <Button
      variant="default"
      style={{ alignSelf: 'flex-start' }}
      loading={renewCodes.isPending}
      onClick={() =>
        askToConfirm({
          title: 'Replace your recovery codes?',
          text: 'The codes that you have now stop working.',
          confirm: 'Replace codes',
          onConfirm: () => renewCodes.mutate(),
        })
      }
    >
      Replace codes
    </Button>
  </SettingsSection>
)

const PolicySection = ({ factors, changes: { setPolicy } }: SectionProps) => {
  const change = (isRequired: boolean): void => {
    if (!isRequired) setPolicy.mutate(false)
    else
      askToConfirm({
        title: 'Require two-step verification?',
        text: 'Everyone in this account without it must set it up before they can do anything else. Their personal API keys stop working until then.',
        confirm: 'Require it',
        onConfirm: () => setPolicy.mutate(true),
      })
  }
  return (
    <SettingsSection id="policy" title="Everyone in this account">
      <Switch
        label="Require two-step verification"
        description={hasFactor(factors) ? undefined : 'Set up two-step verification for yourself first'}
        checked={factors.isRequired}
        disabled={setPolicy.isPending || (!hasFactor(factors) && !factors.isRequired)}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
    </SettingsSection>
  )
}
