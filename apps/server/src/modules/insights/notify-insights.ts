import { upperFirst } from '#domain/text.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { notify } from '#server/modules/notifications/index.ts'
import { defineEvent } from '#server/platform/events.ts'
import type { InsightAccount } from './store/analysis-runs.repo.ts'
import { insightReaders } from './store/insight-steps.repo.ts'
import type { InsightRow } from './store/insights.repo.ts'
import { insightLine, renderInsight } from './text/render-insight.ts'

/** New insights, with their texts in the account's language. */
export const insightsFound = defineEvent<{
  readonly accountId: number
  readonly insights: readonly {
    readonly insightId: string
    readonly kind: string
    readonly title: string
    readonly text: string
  }[]
}>('insights.found')

/** Sends one notification per run in the transaction that stores the insights: the top one in its subject, all in its text. */
export const notifyInsights = async (
  deps: Deps,
  trx: Db,
  account: InsightAccount,
  rows: readonly InsightRow[],
): Promise<void> => {
  const [first] = rows
  if (first === undefined) return
  const { accountId, culture } = account
  const words = rows.map(({ facts, rephrased }) => renderInsight(facts, culture, rephrased))
  const isOne = rows.length === 1
  await deps.events.publish(trx, insightsFound, {
    accountId,
    insights: rows.map(({ id, kind }, index) => ({
      insightId: id,
      kind,
      title: upperFirst(words[index]?.title ?? ''),
      text: words[index]?.sentences.join(' ') ?? '',
    })),
  })
  await notify(deps, trx, {
    accountId,
    kind: 'insight',
    to: { userIds: (await insightReaders(trx, accountId)).map(({ id }) => id) },
    subject: `${upperFirst(words[0]?.title ?? '')}${isOne ? '' : ', and more'}`,
    event: `insight ${first.id}`,
    paragraphs: words.map((text) => insightLine(text, '.')),
    link: isOne
      ? { label: 'View insight', path: `/ai/insights/${first.id}` }
      : { label: 'View insights', path: '/ai/insights' },
  })
}
