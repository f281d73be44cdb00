import { DAY_MS } from '#domain/clock.ts'
import type { Connection } from '../kit/connector.ts'
import type { Campaign } from './campaign-rows.ts'
import type { KlaviyoApi } from './klaviyo-api.ts'

/** With the margin on both sides, less than the year that a report may cover. */
const SPAN_MS = 360 * DAY_MS
/** Reports use the account's time zone, and throttled and local sending end a day later. After that, the count is final. */
const MARGIN_MS = 2 * DAY_MS

const cacheKey = (id: string): string => `recipients of ${id}`

/** How many people campaigns were sent to. Reports are scarce, so final counts are cached. */
export const createRecipients =
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
