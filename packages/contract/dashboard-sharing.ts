import { z } from 'zod'
import { DashboardAccess } from './dashboards.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'

/** A dashboard that the user can open. */
export const VisibleDashboard = z.object({
  /** in its address, for this user */
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  access: DashboardAccess,
  /** null: the user's own */
  ownerName: z.string().nullable(),
  isDefault: z.boolean(),
  /** visible to everyone in the account */
  isPublic: z.boolean(),
  /** colleagues who were given access one by one */
  sharedWith: z.number().int(),
  /** anyone with a view link can open it */
  hasViewLink: z.boolean(),
  updatedDateUtc: Instant,
})
export type VisibleDashboard = z.infer<typeof VisibleDashboard>

const GrantedAccess = z.enum(['view', 'edit'])

/** A colleague of the owner; `access` is null where it was not given to this colleague. */
export const DashboardColleague = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  access: GrantedAccess.nullable(),
})
export type DashboardColleague = z.infer<typeof DashboardColleague>

export const DashboardSharing = z.object({
  /** everyone in the account can view it */
  isPublic: z.boolean(),
  /** by name */
  colleagues: z.array(DashboardColleague),
})
export type DashboardSharing = z.infer<typeof DashboardSharing>

const MAX_PEOPLE = 500

/** Everyone who is not in the list loses access of their own. */
export const SharingInput = z.object({
  isPublic: z.boolean(),
  people: z.array(z.object({ userId: Id, access: GrantedAccess })).max(MAX_PEOPLE),
})
export type SharingInput = z.infer<typeof SharingInput>

const BySlug = z.object({ slug: z.string().min(1).max(300) })

/** Who can open a dashboard; only its owner can change that. */
export const dashboardSharing = {
  visible: endpoint(
    'GET /visible-dashboards',
    'Dashboards that the user can open: own, shared with the user, and visible to everyone',
    { access: 'signedIn' },
  ).output(z.array(VisibleDashboard)),
  get: endpoint('GET /dashboards/{slug}/sharing', 'Who can open an own dashboard', { access: 'sharing' })
    .input(BySlug)
    .output(DashboardSharing),
  save: endpoint('PUT /dashboards/{slug}/sharing', 'Change who can open an own dashboard', {
    access: 'sharing',
    inputStructure: 'detailed',
    audit: { area: 'dashboards', label: 'Changed who can open a dashboard' },
    sample: { body: { isPublic: false, people: [] } },
  })
    .input(z.object({ params: BySlug, body: SharingInput }))
    .output(DashboardSharing),
}
