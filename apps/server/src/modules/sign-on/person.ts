/** Who signed in, as the provider says. */
export interface Person {
  readonly subject: string
  /** null: the provider names none */
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly firstName: string | null
  readonly lastName: string | null
  readonly name: string | null
}

const readText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

const isMicrosoft = (issuer: string): boolean => issuer.startsWith('https://login.microsoftonline.com/')

/** Microsoft has no `email_verified`, and says instead that the tenant has proved the domain of the address. */
const isVerified = (issuer: string, { email_verified: isConfirmed, xms_edov: isDomainOwned }: Claims): boolean =>
  isConfirmed === true || (isMicrosoft(issuer) && [true, 1, '1', 'true'].some((yes) => yes === isDomainOwned))

/** What an ID token, or the provider, says of somebody. */
export type Claims = Readonly<Record<string, unknown>>

/** Whether the ID token says all of an address. If not, the provider is asked for it; Microsoft's has no more to say. */
export const hasAllOfEmail = (issuer: string, { email, email_verified: isConfirmed }: Claims): boolean =>
  isMicrosoft(issuer) || (email !== undefined && isConfirmed !== undefined)

interface Answers {
  readonly issuer: string
  readonly subject: string
  readonly token: Claims
  /** null: the provider was not asked for more */
  readonly more: Claims | null
}

export const toPerson = ({ issuer, subject, token, more }: Answers): Person => {
  const names: Claims = { ...more, ...token }
  // An address and its confirmation come from the same place.
  const claims: Claims = more?.email === undefined ? token : more
  return {
    subject,
    email: readText(claims.email),
    isEmailVerified: isVerified(issuer, claims),
    firstName: readText(names.given_name),
    lastName: readText(names.family_name),
    name: readText(names.name),
  }
}
