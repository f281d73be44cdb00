import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import type { CampaignStatus } from '#domain/commerce.ts'
import { sampleText } from '../kit/connection-samples.ts'
import type { CanonicalRow, Connection, OpenSession } from '../kit/connector.ts'
import { Instant, OptionalText, optional } from '../kit/fields.ts'
import { pagesByCursor } from '../kit/paging.ts'
import { parseEach, readRecords } from '../kit/read-records.ts'
import { utcRow } from '../kit/rows.ts'
import { declareStream, describeConnection } from '../kit/stream.ts'
import { createKlaviyoApi, type KlaviyoApi } from './klaviyo-api.ts'

const Attributes = z.object({ name: OptionalText, status: z.string(), send_time: optional(Instant) })

/** `subject`: of its first message. `sent`: or scheduled to be, epoch milliseconds. */
export const Campaign = z
  .object({ id: z.string().min(1), subject: OptionalText, attributes: Attributes })
  .transform(({ id, subject, attributes: { name, status, send_time: sent } }) => {
    return { id, name: name ?? subject ?? 'Email campaign', subject, status, sent }
  })
export type Campaign = z.output<typeof Campaign>

const SCHEDULED = ['Preparing to schedule', 'Scheduled', 'Queued without Recipients']
const SENT = ['Adding Recipients', 'Preparing to send', 'Sending', 'Sending Segments', 'Variations Sent', 'Sent']

/** Null: it was not sent, unless it has recipients. */
const toStatus = (status: string): CampaignStatus | null => {
  if (status === 'Draft' || status.startsWith('Cancelled')) return null
  if (SCHEDULED.includes(status)) return 'scheduled'
  return SENT.includes(status) ? 'sent' : 'other'
}

const campaignRows = ({ id, sent, ...campaign }: Campaign, sentTo: number | null): CanonicalRow[] => {
  const status = toStatus(campaign.status) ?? (sentTo ? 'sent' : null)
  if (status === null || sent === null) return []
  const recipients = status === 'scheduled' ? null : sentTo
  const columns = { ...campaign, audience: null, status, status_raw: campaign.status, sent, recipients }
  return [utcRow('campaigns', { id, updated: null, ...columns })]
}

/** With the margin on both sides, less than the year that a report may cover. */
const SPAN_MS = 360 * DAY_MS
/** Reports use the account's time zone, and throttled and local sending end a day later. After that, the count is final. */
const MARGIN_MS = 2 * DAY_MS

const cacheKey = (id: string): string => `recipients of ${id}`

/** How many people campaigns were sent to. Reports are scarce, so final counts are cached. */
const createRecipients =
  (api: KlaviyoApi, { cache, now }: Connection) =>
  async (campaigns: Campaign[]) => {
    const due = campaigns.filter(({ id, sent }) => sent !== null && sent <= now() && !cache.has(cacheKey(id)))
    const metricId = due.length > 0 ? await api.findMetric() : null
    const counts = new Map<string, number>()
    for (const [span, group] of Map.groupBy(due, ({ sent }) => Math.floor(Number(sent) / SPAN_MS))) {
      if (metricId === null) break
      const start = new Date(span * SPAN_MS - MARGIN_MS).toISOString()
      const end = new Date(Math.min((span + 1) * SPAN_MS + MARGIN_MS, now())).toISOString()
      const ids = group.map(({ id }) => id)
      for (const { groupings, statistics } of await api.recipients(ids, { start, end }, metricId)) {
        counts.set(groupings.campaign_id, (counts.get(groupings.campaign_id) ?? 0) + statistics.recipients)
      }
      for (const { id, sent } of group) {
        if (Number(sent) + MARGIN_MS < now()) cache.set(cacheKey(id), counts.get(id) ?? null)
      }
    }
    return ({ id }: Campaign): number | null => {
      const count = counts.get(id) ?? cache.get(cacheKey(id))
      return typeof count === 'number' ? count : null
    }
  }

// Text messages aren't read: a stored campaign can't say that it is no email.
const EMAILS = "equals(messages.channel,'email')"

export const openKlaviyo: OpenSession = (connection) => {
  const api = createKlaviyoApi(connection)
  const findRecipients = createRecipients(api, connection)
  /** Klaviyo reports no deletions, so every campaign is read each time, oldest first: new ones are added at the end. */
  const campaigns = declareStream({
    name: 'campaigns',
    async *pages() {
      const query = { filter: EMAILS, sort: 'created_at', 'page[size]': 100 }
      const fetch = (cursor: string | null) => api.campaigns({ ...query, 'page[cursor]': cursor ?? undefined })
      for await (const page of pagesByCursor({ name: 'campaigns', fetch })) yield { ...page, next: null }
    },
    async convert(records) {
      const recipientsOf = await findRecipients(parseEach(records, Campaign))
      return readRecords(records, { schema: Campaign, rows: (one) => campaignRows(one, recipientsOf(one)) })
    },
    schema: Campaign,
    sample: {
      label: 'Sent campaigns',
      async fetch() {
        await api.findMetric()
        const filter = `and(${EMAILS},equals(status,'Sent'))`
        return api.campaigns({ filter, sort: '-scheduled_at', 'page[size]': 1 })
      },
      nameOf: ({ name }) => name,
    },
  })
  return {
    async test() {
      const [{ attributes }] = (await api.account()).data
      const { contact_information, timezone: timeZone, preferred_currency: currency } = attributes
      const business = { name: sampleText(contact_information.organization_name), timeZone, currency }
      return describeConnection({ platform: 'Klaviyo', business, streams: [campaigns] })
    },
    streams: [campaigns],
    // Klaviyo's orders are those of the store that it is connected to.
    orders: async function* () {},
  }
}
