import { expect, test } from 'vitest'
import { hasAllOfEmail, toPerson } from './person.ts'

const MICROSOFT = 'https://login.microsoftonline.com/8eaef023-2b34-4da1-9baa-8bc8c9d6a490/v2.0'
const OTHER = 'https://id.winery.example'
const email = 'vera@winery.example'

test.each([
  ['a provider that confirms the address', OTHER, { email, email_verified: true }, true],
  ['a provider that does not', OTHER, { email, email_verified: false }, false],
  ['a provider that says nothing of it', OTHER, { email }, false],
  ['a provider that writes the confirmation as text', OTHER, { email, email_verified: 'true' }, false],
  ['a tenant of Microsoft that owns the domain', MICROSOFT, { email, xms_edov: true }, true],
  ['a tenant of Microsoft that owns the domain, in an older form', MICROSOFT, { email, xms_edov: '1' }, true],
  ['a tenant of Microsoft that does not', MICROSOFT, { email, xms_edov: false }, false],
  ['a tenant of Microsoft that says nothing of it', MICROSOFT, { email }, false],
  ['another provider that speaks like Microsoft', OTHER, { email, xms_edov: true }, false],
  [
    'a host that begins like Microsoft’s',
    'https://login.microsoftonline.com.evil.example/v2.0',
    { email, xms_edov: true },
    false,
  ],
])('trusts an address of %s: %s %o is %s', (_who, issuer, token, isEmailVerified) => {
  expect(toPerson({ issuer, subject: 's', token, more: null })).toMatchObject({ email, isEmailVerified })
})

test('never takes the confirmation of one address for another', () => {
  const token = { email_verified: true }
  const more = { email }
  expect(toPerson({ issuer: OTHER, subject: 's', token, more }).isEmailVerified).toBe(false)
  expect(hasAllOfEmail(OTHER, token)).toBe(false)
})
