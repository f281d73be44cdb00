import { Button, Code, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { encode } from 'uqr'
import type { NewAuthenticator, SecondFactors } from '#contract/second-factor.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { askToConfirm, DialogButtons } from '#web/app/dialog.tsx'
import { FormStack } from '#web/app/form-stack.tsx'
import { Notice } from '#web/app/notice.tsx'
import { RelativeTime } from '#web/app/relative-time.tsx'
import { hasPasskeys } from './passkey.ts'
import classes from './second-factor.module.css'
import type { FactorChanges } from './use-factor-changes.ts'

const QUIET_ZONE = 4
const SIDE = 208

/** A text as a QR code, always dark on white, as scanners expect. */
const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { border: QUIET_ZONE })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg role="img" aria-label={label} width={SIDE} height={SIDE} viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

export interface SectionProps {
  readonly factors: SecondFactors
  readonly changes: FactorChanges
}

/** The authenticator app: none, being set up, or set up. */
export const AuthenticatorPart = ({ factors, changes }: SectionProps) => {
  const { start, confirm, removeAuthenticator } = changes
  if (start.data) return <AuthenticatorSetup app={start.data} confirm={confirm} onCancel={() => start.reset()} />
  if (factors.authenticatorSinceUtc === null)
    return (
      <Button variant="default" className={classes.start} loading={start.isPending} onClick={() => start.mutate()}>
        Set up an authenticator app
      </Button>
    )
  return (
    <div className={classes.factor}>
      <div>
        <Text size="sm" fw={500}>
          Authenticator app
        </Text>
        <Text size="xs" c="dimmed">
          Set up <RelativeTime instant={factors.authenticatorSinceUtc} />
        </Text>
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        loading={removeAuthenticator.isPending}
        onClick={() =>
          askToConfirm({
            title: 'Remove the authenticator app?',
            text: 'Its codes stop working for signing in.',
            confirm: 'Remove',
            onConfirm: () => removeAuthenticator.mutate(),
          })
        }
      >
        Remove
      </Button>
    </div>
  )
}

interface AuthenticatorSetupProps {
  readonly app: NewAuthenticator
  readonly confirm: FactorChanges['confirm']
  readonly onCancel: () => void
}

const AuthenticatorSetup = ({ app: { secret, url }, confirm, onCancel }: AuthenticatorSetupProps) => {
  const [code, setCode] = useState('')
  const handleSubmit = (): void => {
    if (code.trim() !== '') confirm.mutate(code.trim())
  }
  return (
    <FormStack gap="sm" onSubmit={handleSubmit}>
      <Text size="sm">
        Scan this code with an authenticator app, such as Google Authenticator, 1Password, or Microsoft Authenticator.
      </Text>
      <QrCode text={url} label="QR code for the authenticator app" />
      <Text size="sm">
        Can’t scan it? Enter this key: <Code className={classes.key}>{secret}</Code>
      </Text>
      <TextInput
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        required
        autoFocus
        value={code}
        error={confirm.error && firstMessage(confirm.error)}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <DialogButtons confirm="Confirm" isBusy={confirm.isPending} onCancel={onCancel} />
    </FormStack>
  )
}

/** Passkeys, and a form to add one. */
export const PasskeyPart = ({ factors: { passkeys, canUsePasskeys }, changes }: SectionProps) => {
  const { addPasskey, removePasskey } = changes
  const [name, setName] = useState('')
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    addPasskey.mutate(name.trim() || 'Passkey', { onSuccess: () => setName('') })
  }
  return (
    <Stack gap="sm">
      {passkeys.map((passkey) => (
        <div key={passkey.id} className={classes.factor}>
          <div>
            <Text size="sm" fw={500} className={classes.name}>
              {passkey.name}
            </Text>
            <Text size="xs" c="dimmed">
              Added <RelativeTime instant={passkey.createdDateUtc} /> ·{' '}
              {passkey.lastUsedDateUtc === null ? (
                'Not used yet'
              ) : (
                <>
                  Last used <RelativeTime instant={passkey.lastUsedDateUtc} />
                </>
              )}
            </Text>
          </div>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Remove ${passkey.name}`}
            loading={removePasskey.isPending && removePasskey.variables === passkey.id}
            onClick={() =>
              askToConfirm({
                title: `Remove “${passkey.name}”?`,
                text: 'You can’t sign in with it anymore. Also delete it on the device that keeps it.',
                confirm: 'Remove',
                onConfirm: () => removePasskey.mutate(passkey.id),
              })
            }
          >
            Remove
          </Button>
        </div>
      ))}
      {canUsePasskeys && hasPasskeys() ? (
        <form onSubmit={handleSubmit} noValidate className={classes.add}>
          <TextInput
            label="Name of the new passkey"
            placeholder="Such as Office laptop"
            maxLength={100}
            className={classes.field}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            leftSection={<IconFingerprint size={16} aria-hidden />}
            loading={addPasskey.isPending}
          >
            Add passkey
          </Button>
        </form>
      ) : (
        <Text size="sm" c="dimmed">
          Passkeys don’t work in this browser or at this address.
        </Text>
      )}
    </Stack>
  )
}

/** New recovery codes, which are shown once. */
export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => (
  <Notice tone="good" role="status" title="Save your recovery codes">
    Each code signs you in once if you lose your phone or passkey. Keep them somewhere safe: they aren’t shown again.
    <Code block className={classes.codes} aria-label="Recovery codes">
      {codes.join('\n')}
    </Code>
    <Group gap={8}>
      <CopyButton value={codes.join('\n')}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy codes'}
          </Button>
        )}
      </CopyButton>
      <Button onClick={onDone}>I saved them</Button>
    </Group>
  </Notice>
)
