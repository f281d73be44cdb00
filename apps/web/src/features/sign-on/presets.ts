import type { OpenIdProvider, SignOnProvider } from '#domain/single-sign-on.ts'

export const PROVIDER_LABELS: Readonly<Record<SignOnProvider, string>> = {
  google: 'Google Workspace',
  microsoft: 'Microsoft Entra ID',
  other: 'Other OpenID Connect provider',
  saml: 'SAML 2.0 provider',
}

/** What a provider is entered by: Google by nothing, Microsoft by the ID of its tenant. */
interface Preset {
  /** null: nothing to enter */
  readonly field: { readonly label: string; readonly description: string } | null
  /** the issuer of what was entered */
  readonly issuerOf: (entered: string) => string
  /** what was entered for an issuer */
  readonly enteredFor: (issuer: string) => string
}

const MICROSOFT = 'https://login.microsoftonline.com/'

export const PRESETS: Readonly<Record<OpenIdProvider, Preset>> = {
  google: { field: null, issuerOf: () => 'https://accounts.google.com', enteredFor: () => '' },
  microsoft: {
    field: {
      label: 'Directory (tenant) ID',
      description: 'On the overview page of your app registration, such as 8eaef023-2b34-4da1-9baa-8bc8c9d6a490',
    },
    issuerOf: (tenantId) => `${MICROSOFT}${tenantId}/v2.0`,
    enteredFor: (issuer) => issuer.replace(MICROSOFT, '').replace(/\/v2\.0$/, ''),
  },
  other: {
    field: {
      label: 'Issuer URL',
      description: 'As the provider’s documentation writes it, such as https://id.example.com',
    },
    issuerOf: (url) => url,
    enteredFor: (issuer) => issuer,
  },
}
