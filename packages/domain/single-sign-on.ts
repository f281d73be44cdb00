import { asciiDomain } from './field-rules.ts'
import type { Role } from './role.ts'

/** Presets of providers that speak OpenID Connect. */
export const OPENID_PROVIDERS = ['google', 'microsoft', 'other'] as const
export type OpenIdProvider = (typeof OPENID_PROVIDERS)[number]

export const SIGN_ON_PROVIDERS = [...OPENID_PROVIDERS, 'saml'] as const
export type SignOnProvider = (typeof SIGN_ON_PROVIDERS)[number]

/** What is known of a SAML provider. */
export interface SamlProvider {
  /** its name in answers */
  readonly entityId: string
  /** the page that requests are sent to, in the query of its URL */
  readonly signInUrl: string
  /** of its signing keys: base64 of DER; a provider that changes its key has two for a while */
  readonly certificates: readonly string[]
}

/** Roles that a person may get at the first sign-in: none that administers. */
export const SIGN_ON_ROLES = ['User', 'PowerUser'] as const satisfies readonly Role[]
export type SignOnRole = (typeof SIGN_ON_ROLES)[number]

/** The part of an address after the last `@`, as it is stored. */
export const domainOfEmail = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** A domain as it is stored and compared with those of addresses; a leading `@` is dropped. */
export const canonicalDomain = (text: string): string => text.trim().replace(/^@/, '').toLowerCase().normalize('NFC')

/** The TXT record that proves a domain. */
export const proofRecord = (domain: string, proof: string): { readonly name: string; readonly value: string } => ({
  name: `_cuvee.${asciiDomain(domain)}`,
  value: `cuvee-verification=${proof}`,
})
