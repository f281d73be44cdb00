import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'

export const SYSTEM_SETTING_KEYS = ['DataRefreshTimeUtc'] as const

/** What the page needs before it can render; contains no secret. */
export const ClientSettings = z.object({
  productName: z.string(),
  companyName: z.string(),
  version: z.string(),
  docsUrl: z.string(),
  supportUrl: z.string(),
  /** URL for usage events; null: none are sent */
  tracker: z.object({ url: z.string(), token: z.string() }).nullable(),
  demo: z.object({ email: z.string(), password: z.string() }).nullable(),
})
export type ClientSettings = z.infer<typeof ClientSettings>

export const system = {
  setting: endpoint('GET /system/setting', 'A system setting', {
    access: 'signedIn',
    sample: { query: 'key=DataRefreshTimeUtc' },
  })
    .input(z.object({ key: z.string().max(100) }))
    .output(z.object({ key: z.string(), value: Instant.nullable() })),
  client: endpoint('GET /system/client', 'Names and links of this installation', { access: 'public' }).output(
    ClientSettings,
  ),
}
