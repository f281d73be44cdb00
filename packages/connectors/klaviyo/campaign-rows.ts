import { z } from 'zod'
import type { CampaignStatus } from '#domain/commerce.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { Instant, OptionalText } from '../kit/fields.ts'
import { optional } from '../kit/optional.ts'
import { utcRow } from '../kit/utc-row.ts'

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

export const campaignRows = ({ id, sent, ...campaign }: Campaign, sentTo: number | null): CanonicalRow[] => {
  const status = toStatus(campaign.status) ?? (sentTo ? 'sent' : null)
  if (status === null || sent === null) return []
  const recipients = status === 'scheduled' ? null : sentTo
  const columns = { ...campaign, audience: null, status, status_raw: campaign.status, sent, recipients }
  return [utcRow('campaigns', { id, updated: null, ...columns })]
}
