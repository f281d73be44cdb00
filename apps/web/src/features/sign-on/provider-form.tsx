import { Button, CopyButton, Group, PasswordInput, Select, Stack, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { REQUIRED } from '#contract/field-messages.ts'
import type { SignOn, SignOnSettings } from '#contract/single-sign-on.ts'
import { SIGN_ON_PROVIDERS, SIGN_ON_ROLES } from '#domain/single-sign-on.ts'
import { fieldMessages, generalMessage } from '#web/api/api-error.ts'
import { FormFailure } from '#web/app/notice.tsx'
import { PRESETS, PROVIDER_LABELS } from './presets.ts'
import classes from './sign-on.module.css'
import type { SignOnChanges } from './use-sign-on-changes.ts'

/** A value to copy into another system. */
export const CopiedField = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div className={classes.copied}>
    <TextInput
      label={label}
      readOnly
      className={classes.field}
      value={value}
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button variant="default" aria-label={`Copy ${label}`} onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </CopyButton>
  </div>
)

const ROLE_LABELS = { User: 'User', PowerUser: 'Power User' } as const

const initialValues = (settings: SignOn['settings']) => {
  const provider = settings?.provider ?? 'google'
  return {
    provider,
    entered: settings ? PRESETS[provider].enteredFor(settings.issuer) : '',
    clientId: settings?.clientId ?? '',
    clientSecret: '',
    defaultRole: settings?.defaultRole ?? 'User',
    isEnabled: settings?.isEnabled ?? true,
    trustsSecondFactor: settings?.trustsSecondFactor ?? false,
  }
}

interface ProviderFormProps {
  readonly signOn: SignOn
  readonly save: Pick<SignOnChanges['save'], 'error' | 'isPending'>
  readonly onSave: (settings: SignOnSettings) => void
  readonly onCancel: () => void
}

/** The provider, and what people who come from it get. */
export const ProviderForm = ({ signOn: { settings, redirectUri }, save, onSave, onCancel }: ProviderFormProps) => {
  const [values, setValues] = useState(() => initialValues(settings))
  const change = (changes: Partial<typeof values>): void => setValues({ ...values, ...changes })
  const preset = PRESETS[values.provider]
  const problems = fieldMessages(save.error)
  // The server asks for the secret only after the other fields.
  const isSecretMissing = save.error !== null && settings === null && values.clientSecret === ''
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const { entered, clientSecret, ...given } = values
    onSave({
      ...given,
      issuer: preset.issuerOf(entered.trim()),
      ...(clientSecret === '' ? {} : { clientSecret: clientSecret.trim() }),
    })
  }
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <FormFailure
          message={generalMessage(save.error) ?? (preset.field === null ? (problems.issuer ?? null) : null)}
        />
        <Select
          label="Provider"
          allowDeselect={false}
          data={SIGN_ON_PROVIDERS.map((value) => ({ value, label: PROVIDER_LABELS[value] }))}
          value={values.provider}
          onChange={(provider) => {
            if (provider !== null) change({ provider, entered: '' })
          }}
        />
        <CopiedField label="Redirect URI, to enter at the provider" value={redirectUri} />
        {preset.field && (
          <TextInput
            {...preset.field}
            required
            maxLength={500}
            value={values.entered}
            error={problems.issuer}
            onChange={({ currentTarget }) => change({ entered: currentTarget.value })}
          />
        )}
        <TextInput
          label="Client ID"
          required
          maxLength={500}
          autoComplete="off"
          value={values.clientId}
          error={problems.clientId}
          onChange={({ currentTarget }) => change({ clientId: currentTarget.value })}
        />
        <PasswordInput
          label="Client secret"
          {...(settings ? { description: 'Leave it empty to keep the stored one' } : {})}
          required={settings === null}
          maxLength={2000}
          autoComplete="off"
          value={values.clientSecret}
          error={isSecretMissing ? REQUIRED : problems.clientSecret}
          onChange={({ currentTarget }) => change({ clientSecret: currentTarget.value })}
        />
        <Select
          label="Role of new people"
          description="People of your domains get a user at their first sign-in"
          allowDeselect={false}
          data={SIGN_ON_ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))}
          value={values.defaultRole}
          onChange={(defaultRole) => {
            if (defaultRole !== null) change({ defaultRole })
          }}
        />
        <Switch
          label="Trust the provider’s second factor"
          description="People who sign in there aren’t asked for a second factor here"
          checked={values.trustsSecondFactor}
          onChange={({ currentTarget }) => change({ trustsSecondFactor: currentTarget.checked })}
        />
        <Switch
          label="Active"
          description="While it’s off, nobody can sign in this way"
          checked={values.isEnabled}
          onChange={({ currentTarget }) => change({ isEnabled: currentTarget.checked })}
        />
        <Group gap="xs">
          <Button type="submit" loading={save.isPending}>
            Save provider
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
