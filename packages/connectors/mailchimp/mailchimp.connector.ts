import { isTimeZone } from '#domain/ranges/time-zone.ts'
import { describeSamples, sampleText } from '../kit/connection-samples.ts'
import type { PlatformConnector, PlatformFacts } from '../kit/connector.ts'
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

/** Mailchimp through its Marketing API, version 3.0, which allows ten calls at a time. */
export const mailchimpConnector: PlatformConnector = {
  type: 'mailchimp',
  title: 'Mailchimp',
  description: 'Email campaigns as calendar notes, which charts mark on the days they were sent.',
  auth: 'apiKey',
  settingsSchema: {
    type: 'object',
    properties: {
      dataCenter: {
        type: 'string',
        title: 'Data center',
        description: 'The end of the API key, after the hyphen, such as us21.',
        maxLength: 10,
        pattern: '^[a-z]{2,4}\\d{1,3}$',
        patternMessage: 'Enter the end of the API key, such as us21',
      },
      apiKey: {
        type: 'string',
        title: 'API key',
        description: 'In Mailchimp, under Profile, Extras, API keys.',
        maxLength: 100,
        writeOnly: true,
      },
    },
    required: ['dataCenter', 'apiKey'],
    additionalProperties: false,
  },
  streams: ['campaigns'],
  defaultUrl: ({ dataCenter }) => `https://${dataCenter}.api.mailchimp.com/3.0`,
  budgets: [],
  webhook: null,
  open: (connection) => {
    const api = createMailchimpApi(connection)
    return { test: () => test(api), streams: [campaignsStream(api)], orders: noOrders }
  },
}
