import type { Person } from './person.ts'

/** What a signed assertion says of somebody. */
export interface SamlSubject {
  readonly nameId: string
  readonly nameIdFormat: string
  /** values by the names of attributes */
  readonly attributes: Readonly<Record<string, unknown>>
}

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/'

/** Names that providers give attributes: their own defaults, those of Microsoft's claims, and object identifiers of LDAP. */
const NAMES = {
  email: ['email', 'mail', 'emailaddress', `${CLAIMS}emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3'],
  firstName: ['firstname', 'first_name', 'givenname', 'given_name', `${CLAIMS}givenname`, 'urn:oid:2.5.4.42'],
  lastName: ['lastname', 'last_name', 'sn', 'surname', 'family_name', `${CLAIMS}surname`, 'urn:oid:2.5.4.4'],
  name: [
    ...['displayname', 'name', 'cn', `${CLAIMS}displayname`],
    ...['http://schemas.microsoft.com/identity/claims/displayname', 'urn:oid:2.16.840.1.113730.3.1.241'],
  ],
} as const

const firstText = (value: unknown): string | null => {
  const [first] = [value].flat()
  return typeof first === 'string' && first.trim() !== '' ? first.trim() : null
}

const attributeOf = (attributes: SamlSubject['attributes'], names: readonly string[]): string | null => {
  const found = Object.entries(attributes).filter(([name]) => names.includes(name.toLowerCase()))
  return found.map(([, value]) => firstText(value)).find((text) => text !== null) ?? null
}

const isTransient = (format: string): boolean => format.endsWith(':transient')

/**
 * The person of an assertion. An account's SAML provider speaks for the account's own domains, so it confirms each address that it
 * names. Null: it names nobody who could be known again.
 */
export const toSamlPerson = ({ nameId, nameIdFormat, attributes }: SamlSubject): Person | null => {
  const named = attributeOf(attributes, NAMES.email)
  const email = named ?? (nameId.includes('@') && !isTransient(nameIdFormat) ? nameId : null)
  // A transient name is another one at each sign-in.
  const subject = isTransient(nameIdFormat) ? (email ?? '') : nameId
  if (subject === '') return null
  return {
    subject,
    email,
    isEmailVerified: true,
    firstName: attributeOf(attributes, NAMES.firstName),
    lastName: attributeOf(attributes, NAMES.lastName),
    name: attributeOf(attributes, NAMES.name),
  }
}
