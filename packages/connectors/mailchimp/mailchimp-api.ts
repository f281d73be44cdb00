import { z } from 'zod'
import { basicAuth } from '../kit/authorization.ts'
import type { Connection } from '../kit/connector.ts'
import type { ListPage } from '../kit/paging.ts'
import type { PlatformResponse, ResponseClassification } from '../kit/platform-client.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import { readEnvelope } from '../kit/read-records.ts'

interface CampaignQuery {
  readonly count: number
  readonly offset: number
  readonly sort_field: 'create_time' | 'send_time'
  readonly sort_dir: 'ASC' | 'DESC'
  readonly status?: 'sent'
}

const FIELDS = [
  'campaigns.id',
  'campaigns.type',
  'campaigns.status',
  'campaigns.emails_sent',
  'campaigns.send_time',
  'campaigns.parent_campaign_id',
  'campaigns.recipients.list_name',
  'campaigns.settings.title',
  'campaigns.settings.subject_line',
  'total_items',
].join(',')

const Page = z.object({ campaigns: z.array(z.unknown()), total_items: z.int().min(0) })
const Account = z.object({ account_name: z.string(), account_timezone: z.string().nullish() })

// A server in front of the API answers too many calls with a page instead of a problem document.
const classify = ({ status, headers }: PlatformResponse): ResponseClassification | null =>
  status === 403 && !(headers['content-type'] ?? '').includes('json')
    ? { outcome: 'repeat', pauseMs: 0, reason: 'Mailchimp refuses calls for now' }
    : null

/** https://mailchimp.com/developer/marketing/api/ */
export const createMailchimpApi = ({ client, secrets, settings }: Connection) => {
  const { apiKey } = z.object({ apiKey: z.string().min(1) }).parse(secrets)
  const { dataCenter } = z.object({ dataCenter: z.string() }).parse(settings)
  const assertOwnKey = (): void => {
    if (apiKey.endsWith(`-${dataCenter}`)) return
    throw new RequestRejected(`The API key doesn’t end with -${dataCenter}. Enter the data center at its end.`, 400)
  }
  // Any user name is accepted.
  const headers = { authorization: basicAuth('cuvee', apiKey) }
  return {
    read: (path: string, query: Readonly<Record<string, string | number>>) =>
      client.json({ path, query, headers, classify }),
    write: (path: string, body: object) => client.json({ method: 'POST', path, body, headers, classify }),
    account: async () => {
      assertOwnKey()
      return readEnvelope(
        await client.json({ path: '', query: { fields: 'account_name,account_timezone' }, headers, classify }),
        Account,
        'The account',
      )
    },
    campaigns: async (query: CampaignQuery, page: string): Promise<ListPage> => {
      const answer = await client.json({ path: 'campaigns', query: { ...query, fields: FIELDS }, headers, classify })
      const { campaigns, total_items } = readEnvelope(answer, Page, page)
      return { records: campaigns, total: total_items }
    },
  }
}
export type MailchimpApi = ReturnType<typeof createMailchimpApi>
