import type { Dialect } from '#semantic/catalog/dialect.ts'
import type { Deps } from '#server/deps.ts'
import type { AnalyticsSettings } from './analytics-settings.ts'
import { type Cell, withConsistentVersion } from './query-session.ts'

/** An email campaign that was sent, or is scheduled. */
export interface Campaign {
  readonly id: string
  readonly serviceId: string
  readonly name: string
  readonly subject: string | null
  readonly audience: string | null
  readonly isScheduled: boolean
  /** null: unknown, or not sent yet */
  readonly recipients: number | null
  /** local day */
  readonly day: string
}

const readText = (cell: Cell | undefined): string | null => (typeof cell === 'string' && cell !== '' ? cell : null)

const toCampaign = ([id, serviceId, name, subject, audience, status, recipients, day]: readonly Cell[]): Campaign => ({
  id: String(id),
  serviceId: String(serviceId),
  name: String(name),
  subject: readText(subject),
  audience: readText(audience),
  isScheduled: status === 'scheduled',
  recipients: typeof recipients === 'number' ? recipients : null,
  day: String(day),
})

const campaignsSql = (dialect: Dialect): string =>
  `SELECT source_id, service_id, name, subject, audience, status, recipients, CAST(CAST(sent_local AS DATE) AS VARCHAR) AS sent_day
  FROM ${dialect.table('campaigns')} AS campaign
  WHERE sent_local >= ${dialect.placeholder(1, 'date')} AND sent_local < ${dialect.placeholder(2, 'date')}
  ORDER BY sent_local, service_id, source_id`

/** The account's campaigns of the days, by their time. */
export const readCampaigns = (
  deps: Deps,
  settings: AnalyticsSettings,
  { from, until }: { readonly from: string; readonly until: string },
): Promise<Campaign[]> =>
  withConsistentVersion(deps, settings, async ({ openSession }) => {
    const session = openSession()
    const rows = await session.search(({ dialect }) => ({ sql: campaignsSql(dialect), params: [from, until] }))
    return rows.map(toCampaign)
  })
