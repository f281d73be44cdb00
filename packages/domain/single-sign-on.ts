import { asciiDomain } from './field-rules.ts'
import type { Role } from './role.ts'

/** Presets of the settings; all of them speak OpenID Connect. */
export const SIGN_ON_PROVIDERS = ['google', 'microsoft', 'other'] as const
export type SignOnProvider = (typeof SIGN_ON_PROVIDERS)[number]

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
