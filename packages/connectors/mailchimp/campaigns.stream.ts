import { z } from 'zod'
import type { StreamState, SyncPage, SyncStream } from '../kit/connector.ts'
import { createPageGuard } from '../kit/page-guard.ts'
import { MalformedResponse } from '../kit/platform-problems.ts'
import { readRecords } from '../kit/read-records.ts'
import { campaignReader } from './campaign-rows.ts'
import type { MailchimpApi } from './mailchimp-api.ts'

const PAGE_SIZE = 100
/** A list that changes so often while it is read is reported instead of read forever. */
const MAX_RESTARTS = 3

const Position = z.object({
  offset: z.int().min(0),
  /** the campaign before, which the next page repeats; null: none */
  last: z.string().nullable(),
})
type Position = z.infer<typeof Position>

const START: Position = { offset: 0, last: null }

const Identified = z.object({ id: z.string() })
const readCampaignId = (record: unknown): string | null => Identified.safeParse(record).data?.id ?? null

/**
 * Oldest first, so that new campaigns are added at the end. Deleted ones move the following ones forward, so each page repeats the
 * last campaign of the one before; where it doesn't, the list is read again.
 */
async function* readCampaigns(api: MailchimpApi, state: StreamState | null): AsyncGenerator<SyncPage> {
  const guard = createPageGuard('campaigns')
  let at = Position.safeParse(state).data ?? START
  for (let restarts = 0; ; ) {
    const query = { count: PAGE_SIZE, offset: at.offset, sort_field: 'create_time', sort_dir: 'ASC' } as const
    const { campaigns, total_items: total } = await api.campaigns(query, `Page ${guard.number + 1} of campaigns`)
    const ids = campaigns.map(readCampaignId)
    guard.enter(`${restarts}/${ids.length === 0 ? at.offset : ids.join()}`)
    if (at.last !== null && !ids.includes(at.last)) {
      restarts += 1
      if (restarts > MAX_RESTARTS) throw new MalformedResponse('The list of campaigns changes while it is read')
      at = START
      continue
    }
    const isLast = at.offset + PAGE_SIZE >= total
    at = isLast ? START : { offset: at.offset + PAGE_SIZE - 1, last: ids.at(-1) ?? null }
    const { rows, quarantined } = readRecords(campaigns, campaignReader)
    yield { read: campaigns.length, rows, removed: [], quarantined, total, next: at }
    if (isLast) return
  }
}

/** Mailchimp names no date of change, so every campaign is read each time. */
export const campaignsStream = (api: MailchimpApi): SyncStream => ({
  name: 'campaigns',
  title: 'Campaigns',
  tables: ['campaigns'],
  reads: 'whole',
  removals: 'fullRead',
  read: (state) => readCampaigns(api, state),
})
