import { z } from 'zod'
import { ACCOUNT_TYPES } from '#domain/plan.ts'
import { ROLES } from '#domain/role.ts'
import { endpoint, endpointFor } from './endpoint.ts'
import { Culture, Email, GivenName, Instant, Nothing, Password, RequiredText } from './fields.ts'
import { PasskeyOptions } from './second-factor.ts'

export const THEMES = ['light', 'dark'] as const

export const TokenInfo = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  /** seconds since epoch at which the access token ends */
  expires: z.number().int(),
  /** lifetime of the access token in seconds */
  expires_in: z.number().int(),
  scope: z.string(),
})
export type TokenInfo = z.infer<typeof TokenInfo>

export const User = z.object({
  id: z.string(),
  accountId: z.number().int(),
  createdDateUtc: Instant,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  lastLoginDateUtc: Instant.nullable(),
  profilePhotoUrlLarge: z.string().nullable(),
  profilePhotoUrlSmall: z.string().nullable(),
  theme: z.enum(THEMES),
  /** null: the account's culture */
  culture: z.string().nullable(),
  roles: z.array(z.enum(ROLES)),
  hasSecondFactor: z.boolean(),
})
export type User = z.infer<typeof User>

/** Who has just proved to be this user gets their tokens; no other record of a user has them. */
export const SignedInUser = User.extend({ token: TokenInfo })
export type SignedInUser = z.infer<typeof SignedInUser>

/** Tokens with the user they belong to. */
export const Session = TokenInfo.extend({ user: SignedInUser })
export type Session = z.infer<typeof Session>

export const Registration = z.object({
  firstName: GivenName,
  lastName: GivenName,
  email: Email,
  password: Password,
  accountName: RequiredText(100),
  culture: Culture,
  timeZone: z.string().max(64).optional(),
  currency: z.string().length(3).optional(),
})
export type Registration = z.infer<typeof Registration>

export const RegistrationResponse = z.object({
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  accountId: z.number().int(),
  accountName: z.string(),
  accountType: z.enum(ACCOUNT_TYPES),
  roles: z.array(z.enum(ROLES)),
  token: TokenInfo,
  isTrial: z.boolean(),
  trialExpires: Instant.nullable(),
  profilePictureLarge: z.string().nullable(),
  profilePictureSmall: z.string().nullable(),
  user: SignedInUser,
})
export type RegistrationResponse = z.infer<typeof RegistrationResponse>

/**
 * One shape for all grants: which fields a grant needs, and with which error it fails, is decided by the use case,
 * because an invalid refresh must answer `invalid_grant` for every reason.
 */
const TokenRequest = z.object({
  grant_type: z.unknown().optional(),
  username: z.unknown().optional(),
  password: z.unknown().optional(),
  refresh_token: z.unknown().optional(),
  challenge: z.unknown().optional(),
  code: z.unknown().optional(),
  recovery_code: z.unknown().optional(),
  passkey: z.unknown().optional(),
})

const open = endpointFor({ access: 'public' })

export const auth = {
  createAccount: open('POST /account/create-account', 'Register an account with its owner')
    .input(Registration)
    .output(RegistrationResponse),
  token: open('POST /token', 'Sign in, or exchange a refresh token').input(TokenRequest).output(Session),
  passkeyOptions: open(
    'POST /token/passkey',
    'Get the options that a passkey answers to sign in without a password',
  ).output(PasskeyOptions),
  signOut: open('POST /account/sign-out', 'End the session, even with an expired token', { successStatus: 204 }).output(
    Nothing,
  ),
  requestPasswordReset: open('POST /user/request-reset-password', 'Email a link to reset the password', {
    successStatus: 204,
  })
    .input(z.object({ email: Email }))
    .output(Nothing),
  resetPassword: open('POST /user/reset-password', 'Reset the password with an emailed token', { successStatus: 204 })
    .input(z.object({ token: z.string().max(200), userId: z.string().max(100), password: Password }))
    .output(Nothing),
  verifyEmail: open('GET /user/verify-email', 'Confirm an email address with an emailed token', { successStatus: 204 })
    .input(z.object({ token: z.string().max(200), userId: z.string().max(100) }))
    .output(Nothing),
  undoEmailChange: open(
    'POST /user/undo-email-change',
    'Restore the previous email address with an emailed token; ends all sessions',
    { successStatus: 204 },
  )
    .input(z.object({ token: z.string().max(200), userId: z.string().max(100) }))
    .output(Nothing),
  requestEmailVerification: endpoint('POST /user/request-email-verification', 'Resend the verification email', {
    access: 'signedIn',
    keys: 'none',
    worksReadOnly: true,
    successStatus: 204,
    audit: { area: 'people', label: 'Requested a new verification email' },
    rateLimit: { bucket: 'verificationMail', hits: 1, seconds: 60, per: 'user' },
  }).output(Nothing),
}
