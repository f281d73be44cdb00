import { isIP } from 'node:net'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { PasskeyRow } from './second-factor.repo.ts'

const hostOf = ({ publicUrl }: Deps): string => new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')

/** Browsers bind passkeys to a host name. */
export const canUsePasskeys = (address: Deps): boolean => isIP(hostOf(address)) === 0

const transportsOf = ({ transports }: Pick<PasskeyRow, 'transports'>) => transports as AuthenticatorTransport[]

const known = (passkeys: readonly PasskeyRow[]) =>
  passkeys.map((row) => ({ id: row.id, transports: transportsOf(row) }))

/** A string as the library's options take it: as bytes. */
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))

interface NewPasskey {
  /** base64url */
  readonly challenge: string
  readonly user: { readonly id: string; readonly email: string; readonly name: string }
  readonly existing: readonly PasskeyRow[]
}

/** Options of `navigator.credentials.create()`. Errors: `second_factor.no_passkeys`. */
export const registrationOptions = async (address: Deps, { challenge, user, existing }: NewPasskey) => {
  if (!canUsePasskeys(address)) throw fail('second_factor.no_passkeys')
  return generateRegistrationOptions({
    rpName: 'Cuvee',
    rpID: hostOf(address),
    userID: Uint8Array.from(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    challenge: bytesOf(challenge),
    attestationType: 'none',
    excludeCredentials: known(existing),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
}

/** Options of `navigator.credentials.get()`; without passkeys, the browser offers those that it knows for this address. */
export const assertionOptions = (address: Deps, challenge: string, passkeys: readonly PasskeyRow[]) =>
  generateAuthenticationOptions({
    rpID: hostOf(address),
    challenge: bytesOf(challenge),
    allowCredentials: known(passkeys),
    userVerification: 'required',
  })

const expectedBy = (address: Deps, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: new URL(address.publicUrl).origin,
  expectedRPID: hostOf(address),
  requireUserVerification: true,
})

/** What the browser's answer says about a new passkey; null: it is not valid. */
export const readRegistration = async (address: Deps, challenge: string, response: object) => {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      ...expectedBy(address, challenge),
    })
    if (!verified || !registrationInfo) return null
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    return { id, public_key: Buffer.from(publicKey), counter, transports: transports.map(String) }
  } catch {
    // The library throws for whatever is wrong with the client's answer.
    return null
  }
}

/** The signature counter after a valid answer of a passkey; null: it is not valid. */
export const readAssertion = async (
  address: Deps,
  challenge: string,
  { passkey, response }: { readonly passkey: PasskeyRow; readonly response: object },
): Promise<number | null> => {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      credential: {
        id: passkey.id,
        publicKey: Uint8Array.from(passkey.public_key),
        counter: Number(passkey.counter),
        transports: transportsOf(passkey),
      },
      ...expectedBy(address, challenge),
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
