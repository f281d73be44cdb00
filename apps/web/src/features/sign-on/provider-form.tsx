import { Button, Group, Select, Switch } from '@mantine/core'
import { useState } from 'react'
import type { SignOn, SignOnSettings } from '#contract/single-sign-on.ts'
import { SIGN_ON_PROVIDERS, SIGN_ON_ROLES } from '#domain/single-sign-on.ts'
import { fieldMessages, generalMessage } from '#web/api/api-error.ts'
import { FormStack } from '#web/app/form-stack.tsx'
import { FormFailure } from '#web/app/notice.tsx'
import { OpenIdFields } from './open-id-fields.tsx'
import { PRESETS, PROVIDER_LABELS } from './presets.ts'
import { SamlFields } from './saml-fields.tsx'
import type { SignOnChanges } from './use-sign-on-changes.ts'

const ROLE_LABELS = { User: 'User', PowerUser: 'Power User' } as const

const initialValues = (settings: SignOn['settings']) => {
  const provider = settings?.provider ?? 'google'
  return {
    provider,
    entered: settings && provider !== 'saml' ? PRESETS[provider].enteredFor(settings.issuer) : '',
    metadata: '',
    clientId: settings?.clientId ?? '',
    clientSecret: '',
    defaultRole: settings?.defaultRole ?? 'User',
    isEnabled: settings?.isEnabled ?? true,
    trustsSecondFactor: settings?.trustsSecondFactor ?? false,
  }
}

type Values = ReturnType<typeof initialValues>

/** Empty secrets and metadata stay as they are stored. */
const valuesToSettings = (values: Values): SignOnSettings => {
  const { provider, entered, clientId, clientSecret, metadata, ...given } = values
  if (provider === 'saml') return { ...given, provider, ...(metadata.trim() === '' ? {} : { metadata }) }
  const secret = clientSecret === '' ? {} : { clientSecret: clientSecret.trim() }
  return { ...given, provider, clientId, issuer: PRESETS[provider].issuerOf(entered.trim()), ...secret }
}

/** Whether what the server says of the issuer belongs to a field. */
const hasField = ({ provider }: Values): boolean => provider !== 'saml' && PRESETS[provider].field !== null

interface ProviderFormProps {
  readonly signOn: SignOn
  readonly save: Pick<SignOnChanges['save'], 'error' | 'isPending'>
  readonly onSave: (settings: SignOnSettings) => void
  readonly onCancel: () => void
}

/** The provider, and what people who come from it get. */
export const ProviderForm = ({ signOn, save, onSave, onCancel }: ProviderFormProps) => {
  const { settings, saml } = signOn
  const [values, setValues] = useState(() => initialValues(settings))
  const change = (changes: Partial<Values>): void => setValues({ ...values, ...changes })
  const problems = fieldMessages(save.error)
  const handleSubmit = (): void => {
    onSave(valuesToSettings(values))
  }
  return (
    <FormStack onSubmit={handleSubmit}>
      <FormFailure message={generalMessage(save.error) ?? (hasField(values) ? null : (problems.issuer ?? null))} />
      <Select
        label="Provider"
        allowDeselect={false}
        data={SIGN_ON_PROVIDERS.map((value) => ({ value, label: PROVIDER_LABELS[value] }))}
        value={values.provider}
        onChange={(provider) => {
          if (provider !== null) change({ provider, entered: '' })
        }}
      />
      {values.provider === 'saml' ? (
        <SamlFields
          saml={saml}
          isStored={settings?.provider === 'saml'}
          metadata={values.metadata}
          error={problems.metadata}
          onChange={(metadata) => change({ metadata })}
        />
      ) : (
        <OpenIdFields
          signOn={signOn}
          provider={values.provider}
          values={values}
          problems={problems}
          isRefused={save.error !== null}
          onChange={change}
        />
      )}
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
        label="Trust the provider’s two-step verification"
        description="People who sign in there skip it here"
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
    </FormStack>
  )
}
