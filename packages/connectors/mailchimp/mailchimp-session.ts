import { z } from 'zod'
import type { CampaignStatus } from '#domain/commerce.ts'
import { codes } from '../kit/codes.ts'
import { sampleText } from '../kit/connection-samples.ts'
import type { CanonicalRow, OpenSession } from '../kit/connector.ts'
import { Instant, knownTimeZone, OptionalText, unlessBlank } from '../kit/fields.ts'
import { OffsetPosition, pagesByOffset } from '../kit/paging.ts'
import { wholeList } from '../kit/progress.ts'
import { readRecordId } from '../kit/read-records.ts'
import { utcRow } from '../kit/rows.ts'
import { declareStream, describeConnection } from '../kit/stream.ts'
import { createMailchimpApi, type MailchimpApi } from './mailchimp-api.ts'
import { mailchimpTags } from './mailchimp-tags.ts'

const Campaign = z.object({
  id: z.string().min(1),
  type: z.string(),
  status: z.string(),
  emails_sent: z.int().min(0).nullish(),
  /** empty for campaigns that aren't sent */
  send_time: unlessBlank(Instant),
  parent_campaign_id: OptionalText,
  recipients: z.object({ list_name: OptionalText }).nullish(),
  settings: z.object({ title: OptionalText, subject_line: OptionalText }).nullish(),
})
type Campaign = z.output<typeof Campaign>

const STATUSES = codes<CampaignStatus>({ schedule: 'scheduled', sending: 'sent', sent: 'sent' })

/** Statuses of campaigns that were not sent, unless some emails were. */
const UNSENT: ReadonlySet<string> = new Set(['save', 'paused', 'canceled', 'canceling', 'archived'])

const isKnownStatus = (status: string): boolean => STATUSES.has(status) || UNSENT.has(status)

const toCampaignStatus = ({ status, emails_sent }: Campaign): CampaignStatus | null => {
  if (UNSENT.has(status)) return emails_sent ? 'sent' : null
  return STATUSES.read(status)
}

/** Automations send each customer an email of their own, and a feed's campaign is a template for those that it sends. */
const isSentOnce = ({ type, parent_campaign_id }: Campaign): boolean =>
  !type.startsWith('automation') && (type !== 'rss' || parent_campaign_id !== null)

const campaignName = ({ settings }: Campaign): string => settings?.title ?? settings?.subject_line ?? 'Email campaign'

const campaignRows = (campaign: Campaign): CanonicalRow[] => {
  const { id, send_time: sent, emails_sent: emails, recipients, settings } = campaign
  const status = toCampaignStatus(campaign)
  if (status === null || sent === null || !isSentOnce(campaign)) return []
  return [
    utcRow('campaigns', {
      id,
      updated: null,
      name: campaignName(campaign),
      subject: settings?.subject_line ?? null,
      audience: recipients?.list_name ?? null,
      status,
      status_raw: campaign.status,
      sent,
      recipients: status === 'scheduled' ? null : (emails ?? null),
    }),
  ]
}

const PAGE_SIZE = 100

/** Mailchimp names no date of change, so every campaign is read each time: oldest first, so that new ones are added at the end. */
const campaigns = (api: MailchimpApi) =>
  declareStream({
    name: 'campaigns',
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
      const facts = await describeConnection({ platform: 'Mailchimp', business: null, streams })
      // Times have an offset, so the time zone of the account in Mailchimp changes nothing.
      return { ...facts, name: sampleText(name), timeZone: knownTimeZone(timeZone) }
    },
    streams,
    tags: mailchimpTags(api),
    orders: noOrders,
  }
}
