import { InsightList } from '#contract/insights.ts'
import type { Api } from './api.ts'

/** Milliseconds that a look at the demo winery may take after its load. */
const LOOK_LIMIT = 120_000

/** An account's insights, once its numbers were looked at. */
export const untilLooked = async (api: Api, token: string): Promise<InsightList> => {
  const end = Date.now() + LOOK_LIMIT
  for (;;) {
    const list = await api.call(InsightList, 'GET', '/insight', { token })
    if (list.lookedUtc !== null) return list
    if (Date.now() > end) throw new Error('Nobody looked at the numbers')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}
