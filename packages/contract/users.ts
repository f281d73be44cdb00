import { z } from 'zod'
import { ROLES } from '#domain/role.ts'
import { THEMES, User } from './auth.ts'
import { audited, endpoint, NOT_A_PICTURE, READ_AS_IT_ARRIVES } from './endpoint.ts'
import { ById, Culture, Email, GivenName, Id, Instant, Nothing, PageQuery, Password, paged } from './fields.ts'

/** One or more, each once. */
export const RoleList = z
  .array(z.enum(ROLES))
  .min(1, 'Choose at least one role')
  .transform((roles) => ROLES.filter((role) => roles.includes(role)))

/** Omitted fields stay unchanged; other users can change only names. */
export const UserChange = z.object({
  firstName: GivenName.optional(),
  lastName: GivenName.optional(),
  /** takes effect when the link emailed to the new address is opened */
  email: Email.optional(),
  /** the current password, required with a new email */
  password: z.string().max(128).optional(),
  theme: z.enum(THEMES).optional(),
  /** null: the account's culture */
  culture: Culture.nullable().optional(),
})
export type UserChange = z.infer<typeof UserChange>

/** `pendingEmail`: an address that is not confirmed yet. */
export const ChangedUser = User.extend({ pendingEmail: z.string().nullable() })
export type ChangedUser = z.infer<typeof ChangedUser>

export const NewUser = z.object({ firstName: GivenName, lastName: GivenName, email: Email, roles: RoleList })
export type NewUser = z.output<typeof NewUser>

/** A session of the user. */
export const SignedInSession = z.object({
  id: z.string(),
  createdDateUtc: Instant,
  /** when its tokens were last renewed, at most an hour before its last call */
  lastUsedUtc: Instant,
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** the session of this call */
  isCurrent: z.boolean(),
})
export type SignedInSession = z.infer<typeof SignedInSession>

/** Ends or allows access; for people only. */
const protective = { access: 'administration', keys: 'none', worksReadOnly: true, successStatus: 204 } as const
const signOut = audited('security', protective)
const setAccess = audited('people', protective)
const ownAccess = audited('security', { access: 'signedIn', keys: 'none', worksReadOnly: true })
const administer = audited('people', { access: 'administration', keys: 'personal', proof: 'withSecondFactor' })
const ownProfile = audited('people', { access: 'signedIn' })

export const users = {
  /** administrators see all users, others only themselves */
  list: endpoint('GET /user', 'Users of the account', { access: 'signedIn', keyScope: 'admin' }).output(z.array(User)),
  search: endpoint('GET /user/search', 'Users whose name or email contains the text', { access: 'administration' })
    .input(z.object({ query: z.string().max(200).default('') }))
    .output(z.array(User)),
  sessions: endpoint('GET /user/sessions', 'Where the user is signed in, newest first', {
    access: 'signedIn',
    keys: 'none',
  })
    .input(PageQuery)
    .output(paged(SignedInSession)),
  endOtherSessions: ownAccess('DELETE /user/sessions', 'Sign out everywhere else', 'Signed out everywhere else').output(
    Nothing,
  ),
  endSession: ownAccess('DELETE /user/sessions/{sessionId}', 'End one session of the user', 'Signed out on one device')
    .input(z.object({ sessionId: Id }))
    .output(Nothing),
  sessionsOf: endpoint('GET /user/{id}/sessions', 'Where a user is signed in, newest first', {
    access: 'administration',
    keys: 'none',
  })
    .input(ById.extend(PageQuery.shape))
    .output(paged(SignedInSession)),
  endSessionsOf: signOut('DELETE /user/{id}/sessions', 'Sign a user out everywhere', 'Signed a user out everywhere')
    .input(ById)
    .output(Nothing),
  endSessionOf: signOut(
    'DELETE /user/{id}/sessions/{sessionId}',
    'End one session of a user',
    'Signed a user out on one device',
  )
    .input(ById.extend({ sessionId: Id }))
    .output(Nothing),
  disabled: endpoint('GET /user/disabled', 'Disabled users of the account', { access: 'administration' }).output(
    z.array(User),
  ),
  disable: setAccess(
    'POST /user/{id}/disable',
    'Disable a user, who can no longer sign in; ends sessions and personal API keys until the user is enabled',
    'Disabled a user',
  )
    .input(ById)
    .output(Nothing),
  enable: setAccess('POST /user/{id}/enable', 'Enable a disabled user', 'Enabled a user').input(ById).output(Nothing),
  get: endpoint('GET /user/{id}', 'A user of the account', { access: 'signedIn', keyScope: 'admin' })
    .input(ById)
    .output(ChangedUser),
  update: endpoint('PUT /user/{id}', 'Change a profile', {
    access: 'signedIn',
    keys: 'none',
    worksReadOnly: true,
    audit: { area: 'people', label: 'Changed a profile' },
    sample: { body: { firstName: 'Taken over' } },
  })
    .input(UserChange.extend({ id: z.string().min(1, 'User ID is required').max(100) }))
    .output(ChangedUser),
  remove: administer(
    'DELETE /user/{id}',
    'Delete a user; shared reports and their schedules pass to the caller',
    'Deleted a user',
    { worksReadOnly: true },
  )
    .input(ById)
    .output(Nothing),
  create: administer('POST /user/create', 'Add a user, who gets an email to choose a password', 'Added a user', {
    successStatus: 201,
    sample: {
      body: { firstName: 'Carl', lastName: 'Cork', email: 'carl@winery.example', roles: ['User'] },
    },
  })
    .input(NewUser)
    .output(User),
  updateRole: administer('POST /user/update-role/{id}', 'Change a user’s roles', 'Changed someone’s roles', {
    worksReadOnly: true,
    sample: { body: { roles: ['User'] } },
  })
    .input(z.object({ id: Id, roles: RoleList }))
    .output(User),
  setTheme: ownProfile('POST /user/set-theme/{theme}', 'Set the theme', 'Changed their theme')
    .input(z.object({ theme: z.enum(THEMES) }))
    .output(User),
  changePassword: ownAccess(
    'POST /user/change-password',
    'Change the password; ends the other sessions',
    'Changed their password',
    {
      proof: 'withSecondFactor',
      ignoresKey: 'wrong passwords count, also with a repeated key',
      successStatus: 204,
      sample: { body: { currentPassword: 'not this one', newPassword: 'Magnum#Cork8' } },
    },
  )
    .input(z.object({ currentPassword: z.string().min(1).max(128), newPassword: Password }))
    .output(Nothing),
  /** multipart, part `photo`: JPEG, PNG or WebP of 10 MB at most */
  setPhoto: ownProfile('POST /user/set-photo', 'Set the caller’s photo', 'Changed their photo', {
    transport: 'raw',
    takesNoShare: READ_AS_IT_ARRIVES,
    rateLimit: { bucket: 'picture', hits: 20, seconds: 60, per: 'account' },
    sample: { raw: NOT_A_PICTURE },
  }).output(User),
  removePhoto: ownProfile('POST /user/remove-photo', 'Remove the caller’s photo', 'Removed their photo').output(User),
}

export const pictures = {
  /** returns the picture; its name is random, so only people who were shown it have it */
  get: endpoint('GET /picture/{name}', 'A profile photo or logo', { access: 'public', transport: 'raw' }).input(
    z.object({ name: z.string().regex(/^[\w-]{22,64}\.webp$/) }),
  ),
}
