import { PasswordInput, TextInput } from '@mantine/core'
import { REQUIRED } from '#contract/field-messages.ts'
import type { SignOn } from '#contract/single-sign-on.ts'
import type { OpenIdProvider } from '#domain/single-sign-on.ts'
import { CopiedField } from './copied-field.tsx'
import { PRESETS } from './presets.ts'

interface Values {
  /** what the provider is entered by */
  readonly entered: string
  readonly clientId: string
  readonly clientSecret: string
}

interface OpenIdFieldsProps {
  readonly signOn: SignOn
  readonly provider: OpenIdProvider
  readonly values: Values
  readonly problems: Readonly<Record<string, string>>
  /** the server has refused what was saved */
  readonly isRefused: boolean
  readonly onChange: (changes: Partial<Values>) => void
}

/** What Cuvee and an OpenID Connect provider have to know of each other. */
export const OpenIdFields = ({ signOn, provider, values, problems, isRefused, onChange }: OpenIdFieldsProps) => {
  const { field } = PRESETS[provider]
  const { settings, redirectUri } = signOn
  const hasSecret = settings !== null && settings.provider !== 'saml'
  // The server asks for the secret only after the other fields.
  const isSecretMissing = isRefused && !hasSecret && values.clientSecret === ''
  return (
    <>
      <CopiedField label="Redirect URI, to enter at the provider" value={redirectUri} />
      {field && (
        <TextInput
          {...field}
          required
          maxLength={500}
          value={values.entered}
          error={problems.issuer}
          onChange={({ currentTarget }) => onChange({ entered: currentTarget.value })}
        />
      )}
      <TextInput
        label="Client ID"
        required
        maxLength={500}
        autoComplete="off"
        value={values.clientId}
        error={problems.clientId}
        onChange={({ currentTarget }) => onChange({ clientId: currentTarget.value })}
      />
      <PasswordInput
        label="Client secret"
        {...(hasSecret ? { description: 'Leave it empty to keep the stored one' } : {})}
        required={!hasSecret}
        maxLength={2000}
        autoComplete="off"
        value={values.clientSecret}
        error={isSecretMissing ? REQUIRED : problems.clientSecret}
        onChange={({ currentTarget }) => onChange({ clientSecret: currentTarget.value })}
      />
    </>
  )
}
