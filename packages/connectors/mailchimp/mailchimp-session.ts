import { isTimeZone } from '#domain/ranges/time-zone.ts'
import { sampleText } from '../kit/connection-samples.ts'
import type { OpenSession } from '../kit/connector.ts'
import { OffsetPosition, pagesByOffset } from '../kit/paging.ts'
import { wholeList } from '../kit/progress.ts'
import { readRecordId } from '../kit/read-records.ts'
import { declareStream, describeConnection } from '../kit/stream.ts'
import { Campaign, campaignName, campaignRows, isKnownStatus } from './campaign-rows.ts'
import { createMailchimpApi, type MailchimpApi } from './mailchimp-api.ts'

const PAGE_SIZE = 100

/** Mailchimp names no date of change, so every campaign is read each time: oldest first, so that new ones are added at the end. */
const campaigns = (api: MailchimpApi) =>
  declareStream({
    name: 'campaigns',
    title: 'Campaigns',
    tables: ['campaigns'],
    progress: wholeList(OffsetPosition),
    pages: (_since, from) =>
      pagesByOffset(
        {
          name: 'campaigns',
          pageSize: PAGE_SIZE,
          idOf: readRecordId,
          fetch: ({ offset }, page) =>
            api.campaigns({ count: PAGE_SIZE, offset, sort_field: 'create_time', sort_dir: 'ASC' }, page),
        },
        from,
      ),
    schema: Campaign,
    rows: campaignRows,
    sample: {
      label: 'Sent campaigns',
      fetch: () =>
        api.campaigns(
          { count: 1, offset: 0, sort_field: 'send_time', sort_dir: 'DESC', status: 'sent' },
          'A sample of campaigns',
        ),
      nameOf: campaignName,
      codes: { status: [({ status }) => status, { has: isKnownStatus }] },
    },
  })

async function* noOrders() {
  // Mailchimp has no orders of its own.
}

export const openMailchimp: OpenSession = (connection) => {
  const api = createMailchimpApi(connection)
  const streams = [campaigns(api)]
  return {
    async test() {
      const { account_name: name, account_timezone: timeZone } = await api.account()
      // Times have an offset, so the time zone of the account in Mailchimp changes nothing.
      const isKnown = typeof timeZone === 'string' && isTimeZone(timeZone)
      const facts = await describeConnection({ platform: 'Mailchimp', business: null, streams })
      return { ...facts, name: sampleText(name), timeZone: isKnown ? timeZone : null }
    },
    streams,
    orders: noOrders,
  }
}
