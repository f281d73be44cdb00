import { z } from 'zod'
import type { Connection } from '../kit/connector.ts'
import { optional, optionalList } from '../kit/fields.ts'
import type { PlatformRequest } from '../kit/platform-client.ts'
import { parseEach, readEnvelope } from '../kit/read-records.ts'

const Account = z.object({
  timezone: z.string(),
  preferred_currency: z.string(),
  contact_information: z.object({ organization_name: z.string() }),
})
const Accounts = z.object({ data: z.tuple([z.object({ attributes: Account })]) })
const Identified = z.object({ id: z.string() })
const Metrics = z.object({ data: z.array(Identified) })

const Relationships = z.object({ 'campaign-messages': optional(z.object({ data: optionalList(Identified) })) })
const Campaigns = z.object({
  data: z.array(z.looseObject({ relationships: optional(Relationships) })),
  included: optionalList(z.unknown()),
  links: optional(z.object({ next: optional(z.url()) })),
})
const Definition = z.object({ content: z.object({ subject: z.string() }) })
const Message = z.object({ id: z.string(), attributes: z.object({ definition: Definition }) })

const Statistics = z.object({ recipients: z.int().min(0) })
const Result = z.object({ groupings: z.object({ campaign_id: z.string() }), statistics: Statistics })
const Report = z.object({ data: z.object({ attributes: z.object({ results: z.array(Result) }) }) })

export type KlaviyoApi = ReturnType<typeof createKlaviyoApi>

/** https://developers.klaviyo.com/en/reference/api_overview */
export const createKlaviyoApi = ({ client, secrets }: Connection) => {
  const { apiKey } = z.object({ apiKey: z.string().min(1) }).parse(secrets)

  /** A wrong key is answered with 401, and one without the scope of the call with 403. */
  const call = async <T extends z.ZodType>(name: string, scope: string, answer: T, request: PlatformRequest) => {
    const headers = { ...request.headers, authorization: `Klaviyo-API-Key ${apiKey}`, revision: '2026-04-15' }
    const lack = `${name} can’t be read: the API key doesn’t have the scope ${scope}`
    return readEnvelope(await client.json({ ...request, headers, lack }), answer, name)
  }

  return {
    account: () => call('The account', 'accounts:read', Accounts, { path: 'accounts' }),

    /** The ID of any metric, which reports require although no conversions are asked for; null: the account has none. */
    async findMetric() {
      const { data } = await call('Metrics', 'metrics:read', Metrics, { path: 'metrics' })
      return data[0]?.id ?? null
    },

    /** Records have the subject of their first message. `next`: the cursor of the next page; null: there is none. */
    async campaigns(query: PlatformRequest['query']) {
      const request = { path: 'campaigns', query: { ...query, include: 'campaign-messages' } }
      const { data, included, links } = await call('Campaigns', 'campaigns:read', Campaigns, request)
      const messages = parseEach(included, Message)
      const subjects = new Map(messages.map(({ id, attributes }) => [id, attributes.definition.content.subject]))
      const records = data.map((campaign) => {
        const [message] = campaign.relationships?.['campaign-messages']?.data ?? []
        return { ...campaign, subject: message ? subjects.get(message.id) : null }
      })
      const next = links?.next ? new URL(links.next).searchParams.get('page[cursor]') : null
      return { records, total: null, next }
    },

    /** Recipients of at most 100 campaigns that were sent within a year, one result for each message. */
    async recipients(campaignIds: readonly string[], timeframe: object, conversion_metric_id: string) {
      const filter = `contains-any(campaign_id,${JSON.stringify(campaignIds)})`
      const attributes = { statistics: ['recipients'], timeframe, conversion_metric_id, filter }
      const { data } = await call('Recipients', 'campaigns:read', Report, {
        method: 'POST',
        path: 'campaign-values-reports',
        headers: { 'content-type': 'application/vnd.api+json' },
        body: { data: { type: 'campaign-values-report', attributes } },
        budgets: ['reports a day', 'reports a minute', 'reports a second'],
      })
      return data.attributes.results
    },
  }
}
