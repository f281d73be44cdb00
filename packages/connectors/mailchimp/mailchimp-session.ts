import { isTimeZone } from '#domain/ranges/time-zone.ts'
import { describeSamples, sampleText } from '../kit/connection-samples.ts'
import type { OpenSession, PlatformFacts } from '../kit/connector.ts'
import { readRecords } from '../kit/read-records.ts'
import { Campaign, campaignName, isKnownStatus } from './campaign-rows.ts'
import { campaignsStream } from './campaigns.stream.ts'
import { createMailchimpApi, type MailchimpApi } from './mailchimp-api.ts'

const test = async (api: MailchimpApi): Promise<PlatformFacts> => {
  const { account_name: name, account_timezone: timeZone } = await api.account()
  const query = { count: 1, offset: 0, sort_field: 'send_time', sort_dir: 'DESC', status: 'sent' } as const
  const { campaigns, total_items: total } = await api.campaigns(query, 'A sample of campaigns')
  const { records, quarantined } = readRecords(campaigns, { schema: Campaign, rows: () => [] })
  const { samples, warnings } = describeSamples([
    {
      label: 'Sent campaigns',
      name: records.map((campaign) => sampleText(campaignName(campaign)))[0] ?? null,
      total,
      codes: [{ field: 'status', values: records.map(({ status }) => status), isKnown: isKnownStatus }],
      problem: quarantined[0]?.reason ?? null,
    },
  ])
  // Times have an offset, so the time zone of the account in Mailchimp changes nothing.
  const isKnown = typeof timeZone === 'string' && isTimeZone(timeZone)
  return { name: sampleText(name), timeZone: isKnown ? timeZone : null, currency: null, samples, warnings }
}

async function* noOrders() {
  // Mailchimp has no orders of its own.
}

export const openMailchimp: OpenSession = (connection) => {
  const api = createMailchimpApi(connection)
  return { test: () => test(api), streams: [campaignsStream(api)], orders: noOrders }
}
