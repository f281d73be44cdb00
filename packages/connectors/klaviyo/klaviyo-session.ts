import { sampleText } from '../kit/connection-samples.ts'
import type { OpenSession } from '../kit/connector.ts'
import { pagesByCursor } from '../kit/paging.ts'
import { whole } from '../kit/progress.ts'
import { parseEach, readRecords } from '../kit/read-records.ts'
import { declareStream, describeConnection } from '../kit/stream.ts'
import { createRecipients } from './campaign-recipients.ts'
import { Campaign, campaignRows } from './campaign-rows.ts'
import { createKlaviyoApi } from './klaviyo-api.ts'

// Text messages aren't read: a stored campaign can't say that it is no email.
const EMAILS = "equals(messages.channel,'email')"

export const openKlaviyo: OpenSession = (connection) => {
  const api = createKlaviyoApi(connection)
  const findRecipients = createRecipients(api, connection)
  /** Klaviyo reports no deletions, so every campaign is read each time, oldest first: new ones are added at the end. */
  const campaigns = declareStream({
    name: 'campaigns',
    title: 'Campaigns',
    tables: ['campaigns'],
    progress: whole,
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
