import { z } from 'zod'
import { PROOF_METHODS } from '#domain/role.ts'
import { audited, endpoint } from './endpoint.ts'
import { Id, Instant, Nothing, RequiredText } from './fields.ts'

/** What WebAuthn exchanges with the browser, as JSON; checked by the library that reads it. */
const WebAuthnJson = z.record(z.string(), z.unknown())

/** One of them. A passkey answers the options of a challenge. */
export const Proof = z.strictObject({
  password: z.string().min(1).max(128).optional(),
  /** six digits of the authenticator app */
  code: z.string().trim().max(20).optional(),
  recoveryCode: z.string().trim().max(40).optional(),
  passkey: z.strictObject({ challenge: z.string().max(200), response: WebAuthnJson }).optional(),
})
export type Proof = z.infer<typeof Proof>

/** WebAuthn options for the browser. The challenge is answered once, within five minutes. */
export const PasskeyOptions = z.object({ challenge: z.string(), options: WebAuthnJson })
export type PasskeyOptions = z.infer<typeof PasskeyOptions>

/** In the body of a 401 of `POST /token`: the password was right, and the second factor completes the sign-in. */
export const SecondStep = z.object({
  challenge: z.string(),
  methods: z.array(z.enum(PROOF_METHODS)),
  /** null: the user has no passkey for this address */
  passkeyOptions: WebAuthnJson.nullable(),
})
export type SecondStep = z.infer<typeof SecondStep>

const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdDateUtc: Instant,
  lastUsedDateUtc: Instant.nullable(),
})

export const SecondFactors = z.object({
  /** when the authenticator app was set up; null: it is not */
  authenticatorSinceUtc: Instant.nullable(),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.number().int(),
  /** the account requires a second factor */
  isRequired: z.boolean(),
  /** false where the server's address is an IP address, for which there are no passkeys */
  canUsePasskeys: z.boolean(),
})
export type SecondFactors = z.infer<typeof SecondFactors>

/** Recovery codes, which are shown once; null: the user keeps those that were shown before. */
export const NewRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() })
export type NewRecoveryCodes = z.infer<typeof NewRecoveryCodes>

export const NewAuthenticator = z.object({
  /** base32, to type into an app that cannot scan */
  secret: z.string(),
  /** `otpauth://…`, to draw as a QR code */
  url: z.string(),
})
export type NewAuthenticator = z.infer<typeof NewAuthenticator>

const own = {
  access: 'signedIn',
  keys: 'none',
  worksReadOnly: true,
  ignoresKey: 'wrong codes count, also with a repeated key',
  isSetup: true,
} as const
const proving = audited('security', own)
const change = audited('security', { ...own, proof: 'always' })
const administer = audited('security', {
  access: 'administration',
  keys: 'none',
  proof: 'always',
  worksReadOnly: true,
  successStatus: 204,
})

/** The caller's second factors. */
export const secondFactor = {
  get: endpoint('GET /user/second-factor', 'Second factors of the user', {
    access: 'signedIn',
    keys: 'none',
    isSetup: true,
  }).output(SecondFactors),
  startAuthenticator: change(
    'POST /user/second-factor/authenticator',
    'Get the secret for an authenticator app, which a code confirms',
    'Began to set up an authenticator app',
  ).output(NewAuthenticator),
  confirmAuthenticator: change(
    'POST /user/second-factor/authenticator/confirm',
    'Confirm the authenticator app by its code; ends the other sessions of a first second factor',
    'Set up an authenticator app',
    { sample: { body: { code: '000000' } } },
  )
    .input(z.object({ code: z.string().trim().max(20) }))
    .output(NewRecoveryCodes),
  removeAuthenticator: change(
    'DELETE /user/second-factor/authenticator',
    'Remove the authenticator app',
    'Removed their authenticator app',
  ).output(Nothing),
  passkeyOptions: change(
    'POST /user/second-factor/passkeys/options',
    'Get the options that create a passkey in the browser',
    'Began to add a passkey',
  ).output(PasskeyOptions),
  addPasskey: change(
    'POST /user/second-factor/passkeys',
    'Add a passkey; ends the other sessions of a first second factor',
    'Added a passkey',
    { sample: { body: { name: 'Laptop', challenge: 'none', response: {} } } },
  )
    .input(z.object({ name: RequiredText(100), challenge: z.string().max(200), response: WebAuthnJson }))
    .output(NewRecoveryCodes),
  removePasskey: change('DELETE /user/second-factor/passkeys/{id}', 'Remove a passkey', 'Removed a passkey')
    .input(z.object({ id: z.string().min(1).max(2000) }))
    .output(Nothing),
  renewRecoveryCodes: change(
    'POST /user/second-factor/recovery-codes',
    'Replace all recovery codes',
    'Replaced their recovery codes',
  ).output(NewRecoveryCodes),
  proveOptions: proving(
    'POST /user/prove/options',
    'Get the options that a passkey of the user answers',
    'Began to confirm who they are by passkey',
  ).output(PasskeyOptions),
  prove: proving(
    'POST /user/prove',
    'Confirm who you are, by a second factor or else the password, before a protected change',
    'Confirmed who they are',
    { successStatus: 204, sample: { body: { password: 'not this one' } } },
  )
    .input(Proof)
    .output(Nothing),
  /** administrators decide for the account */
  setPolicy: administer(
    'PUT /account/second-factor',
    'Require a second factor from every user of the account, or stop requiring it',
    'Changed whether two-step verification is required',
    { sample: { body: { isRequired: false } } },
  )
    .input(z.object({ isRequired: z.boolean() }))
    .output(Nothing),
  reset: administer(
    'DELETE /user/{id}/second-factor',
    'Remove all second factors of a user who has lost them; ends the user’s sessions',
    'Reset a user’s two-step verification',
  )
    .input(z.object({ id: Id }))
    .output(Nothing),
}
