import { Button, Group, Stack, Switch, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { SignOn } from '#contract/single-sign-on.ts'
import { DAY_MS } from '#domain/clock.ts'
import { askToConfirm } from '#web/app/dialog.tsx'
import { formatLongDay } from '#web/app/format.ts'
import { SettingsSection } from '#web/app/heading.tsx'
import { QueryContent } from '#web/app/notice.tsx'
import { RelativeTime, useNow } from '#web/app/relative-time.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { DomainList } from './domain-list.tsx'
import { PROVIDER_LABELS } from './presets.ts'
import { ProviderForm } from './provider-form.tsx'
import classes from './sign-on.module.css'
import { type SignOnChanges, useSignOnChanges } from './use-sign-on-changes.ts'

/** Single sign-on of the account, for administrators. */
export const SignOnSection = () => {
  const { queries } = useRuntime()
  const query = useQuery(queries.signOn.get.queryOptions())
  const changes = useSignOnChanges()
  return (
    <SettingsSection
      id="single-sign-on"
      title="Single sign-on"
      description="People sign in with the Google, Microsoft, or other account that they have at work."
    >
      <QueryContent query={query} height={160}>
        {(signOn) => (
          <Stack gap="lg">
            <ProviderPart signOn={signOn} changes={changes} />
            {signOn.settings && (
              <>
                <Part title="Domains">
                  <DomainList domains={signOn.domains} changes={changes} />
                </Part>
                <Part title="Everyone in verified domains">
                  <RequiredSwitch signOn={signOn} changes={changes} />
                </Part>
              </>
            )}
          </Stack>
        )}
      </QueryContent>
    </SettingsSection>
  )
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Stack gap="sm">
    <Title order={3}>{title}</Title>
    {children}
  </Stack>
)

interface PartProps {
  readonly signOn: SignOn
  readonly changes: SignOnChanges
}

const ProviderPart = ({ signOn, changes }: PartProps) => {
  const { save, remove, test } = changes
  const [isOpen, setOpen] = useState(false)
  const { settings } = signOn
  const open = (): void => {
    save.reset()
    setOpen(true)
  }
  if (isOpen)
    return (
      <ProviderForm
        signOn={signOn}
        save={save}
        onSave={(input) => save.mutate(input, { onSuccess: () => setOpen(false) })}
        onCancel={() => setOpen(false)}
      />
    )
  if (settings === null)
    return (
      <Button variant="default" className={classes.start} onClick={open}>
        Set up single sign-on
      </Button>
    )
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" fw={500}>
          {PROVIDER_LABELS[settings.provider]}
          {!settings.isEnabled && ' · Off'}
        </Text>
        <Text size="xs" c="dimmed" className={classes.name}>
          {settings.issuer} ·{' '}
          {settings.testedDateUtc === null ? (
            'Not tested yet'
          ) : (
            <>
              Tested <RelativeTime instant={settings.testedDateUtc} />
            </>
          )}
        </Text>
        {settings.saml && <CertificateEnd ends={settings.saml.certificatesValidUntilUtc} />}
      </div>
      <Group gap="xs">
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Test sign-on
        </Button>
        <Button variant="default" onClick={open}>
          Change provider
        </Button>
        <Button
          variant="subtle"
          loading={remove.isPending}
          onClick={() =>
            askToConfirm({
              title: 'Remove single sign-on?',
              text: 'Everyone signs in with a password again. People who have none can ask for a link to choose one.',
              confirm: 'Remove single sign-on',
              onConfirm: () => remove.mutate(),
            })
          }
        >
          Remove
        </Button>
      </Group>
    </Stack>
  )
}

const WARNING_MS = 30 * DAY_MS

/** Until when a SAML provider's last certificate is valid. Providers change theirs, and then their metadata is entered again. */
const CertificateEnd = ({ ends }: { readonly ends: readonly string[] }) => {
  const now = useNow()
  const last = ends.toSorted().at(-1)
  if (last === undefined) return null
  const isDue = Date.parse(last) - now < WARNING_MS
  return (
    <Text size="xs" c={isDue ? 'var(--cuvee-bad)' : 'dimmed'}>
      Certificate valid until {formatLongDay(last, 'UTC')}
      {isDue && '. Get the provider’s new metadata and enter it here.'}
    </Text>
  )
}

const whatIsMissing = ({ settings, domains }: SignOn): string | null => {
  if (!settings?.isEnabled) return 'Turn single sign-on on first'
  if (!domains.some(({ provedDateUtc }) => provedDateUtc !== null)) return 'Verify a domain first'
  return settings.testedDateUtc === null ? 'Test sign-on first' : null
}

const RequiredSwitch = ({ signOn, changes: { setPolicy } }: PartProps) => {
  const missing = whatIsMissing(signOn)
  const change = (isRequired: boolean): void => {
    if (!isRequired) setPolicy.mutate(false)
    else
      askToConfirm({
        title: 'Require single sign-on?',
        text: 'People in your domains are signed out and can’t use a password or passkey anymore. Owners keep their password, with two-step verification, in case the provider fails.',
        confirm: 'Require it',
        onConfirm: () => setPolicy.mutate(true),
      })
  }
  return (
    <Switch
      label="Require single sign-on"
      description={missing}
      checked={signOn.isRequired}
      disabled={setPolicy.isPending || (missing !== null && !signOn.isRequired)}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  )
}
