import { z } from 'zod'
import { ESTATE_AND_UP } from '#domain/plan.ts'
import { ROLES } from '#domain/role.ts'
import { RegistrationResponse } from './auth.ts'
import { audited, endpoint } from './endpoint.ts'
import { ById, Culture, Email, GivenName, Instant, Nothing, PageQuery, Password, paged } from './fields.ts'
import { RoleList } from './users.ts'

const INVITATION_STATES = ['pending', 'expired', 'accepted', 'revoked'] as const

export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  roles: z.array(z.enum(ROLES)),
  state: z.enum(INVITATION_STATES),
  invitedByName: z.string(),
  createdDateUtc: Instant,
  /** when the email was last sent */
  sentUtc: Instant,
  expiresUtc: Instant,
})
export type Invitation = z.infer<typeof Invitation>

const MailedToken = z.string().min(1).max(200)

export const JoinRequest = z.object({
  token: MailedToken,
  firstName: GivenName,
  lastName: GivenName,
  password: Password,
  culture: Culture,
})

/** The plans that include inviting: menu, page and calls. Pending invitations are seen and revoked in every plan. */
const change = audited('people', {
  access: 'administration',
  accountTypes: ESTATE_AND_UP,
  keys: 'personal',
  proof: 'withSecondFactor',
})

export const invitations = {
  list: endpoint('GET /invitation', 'Invitations, newest first', { access: 'administration' })
    .input(PageQuery)
    .output(paged(Invitation)),
  create: change('POST /invitation', 'Invite a colleague by email', 'Invited a colleague', {
    successStatus: 201,
    sample: { body: { email: 'guest@winery.example', roles: ['User'] } },
  })
    .input(z.object({ email: Email, roles: RoleList }))
    .output(Invitation),
  resend: change(
    'POST /invitation/{id}/resend',
    'Email a new link; the previous one stops working',
    'Resent an invitation',
  )
    .input(ById)
    .output(Invitation),
  revoke: endpoint('DELETE /invitation/{id}', 'Revoke an invitation', {
    access: 'administration',
    worksReadOnly: true,
    audit: { area: 'people', label: 'Revoked an invitation' },
  })
    .input(ById)
    .output(Nothing),
  /** a POST, so that no logged URL contains the token */
  look: endpoint('POST /account/join/look', 'Details of an emailed invitation', { access: 'public' })
    .input(z.object({ token: MailedToken }))
    .output(z.object({ email: z.string(), accountName: z.string(), invitedByName: z.string() })),
  join: endpoint('POST /account/join', 'Accept an invitation and sign in', { access: 'public' })
    .input(JoinRequest)
    .output(RegistrationResponse),
}
