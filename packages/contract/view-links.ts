import { z } from 'zod'
import { lookupTable } from '#domain/lookup-table.ts'
import { WidgetEntry } from './dashboards.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, Nothing, RequiredText } from './fields.ts'
import { SavedFilterBar } from './filter-bar.ts'

/** A link that shows one dashboard, without personal data, to people who are not signed in. */
export const ViewLink = z.object({
  id: z.string(),
  name: z.string(),
  createdDateUtc: Instant,
  expiresDateUtc: Instant,
  /** to the minute; null: nobody has opened it */
  lastViewedDateUtc: Instant.nullable(),
})
export type ViewLink = z.infer<typeof ViewLink>

const MAX_DAYS = 365

export const ViewLinkInput = z.object({
  /** where or for whom it is, such as `Tasting room TV` */
  name: RequiredText(100),
  expiresInDays: z.number().int().min(1).max(MAX_DAYS).default(30),
})
export type ViewLinkInput = z.input<typeof ViewLinkInput>

/** The address is answered once: only a hash of its token is stored. */
const CreatedViewLink = ViewLink.extend({ url: z.url() })

const BySlug = z.object({ slug: z.string().min(1).max(300) })

/** View links of an own dashboard. */
export const viewLinks = {
  list: endpoint('GET /dashboards/{slug}/view-links', 'Links that show an own dashboard without signing in', {
    access: 'sharing',
  })
    .input(BySlug)
    .output(z.array(ViewLink)),
  create: endpoint(
    'POST /dashboards/{slug}/view-links',
    'Create a link that shows an own dashboard without signing in',
    {
      access: 'sharing',
      keys: 'personal',
      successStatus: 201,
      inputStructure: 'detailed',
      audit: { area: 'dashboards', label: 'Created a view link' },
      sample: { body: { name: 'Tasting room TV' } },
    },
  )
    .input(z.object({ params: BySlug, body: ViewLinkInput }))
    .output(CreatedViewLink),
  revoke: endpoint('DELETE /dashboards/{slug}/view-links/{linkId}', 'Revoke a view link', {
    access: 'sharing',
    worksReadOnly: true,
    audit: { area: 'dashboards', label: 'Revoked a view link' },
  })
    .input(BySlug.extend({ linkId: Id }))
    .output(Nothing),
}

const MAX_TOKEN = 100

/** What a view link shows. */
export const SharedDashboard = z.object({
  name: z.string(),
  description: z.string().nullable(),
  /** a widget with personal data has no settings but its title */
  widgets: z.array(WidgetEntry),
  /** what the numbers are limited to; null: nothing, or personal data */
  filterBar: SavedFilterBar.nullable(),
  accountName: z.string(),
  culture: z.string(),
  currency: z.string(),
  timeZone: z.string(),
  expiresDateUtc: Instant,
})
export type SharedDashboard = z.infer<typeof SharedDashboard>

const ByToken = z.object({ token: z.string().max(MAX_TOKEN) })

/** Calls of people who open a view link. The token is in the body, because addresses are logged. */
export const sharedView = {
  open: endpoint('POST /view', 'The dashboard of a view link', {
    access: 'public',
    effect: 'read',
    sample: { body: { token: 'none' } },
  })
    .input(ByToken)
    .output(SharedDashboard),
  /** answers `application/x-ndjson`, a `WidgetLine` per widget as it is ready */
  data: endpoint('POST /view/data', 'Data of all tiles of a view link, streamed', {
    access: 'public',
    effect: 'read',
    transport: 'raw',
    sample: { body: { token: 'none' } },
  }).input(
    ByToken.extend({
      /** cached etags of the caller, by widget id */
      known: z.record(z.string(), z.string()).transform(lookupTable).optional(),
    }),
  ),
}
