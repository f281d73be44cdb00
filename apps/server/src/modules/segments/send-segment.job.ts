import { z } from 'zod'
import { isPlatformProblem } from '#connectors/kit/platform-problems.ts'
import { TAGGED_AT_ONCE, type TagWriter } from '#connectors/kit/tag-writer.ts'
import { segmentColumn } from '#domain/segments.ts'
import type { Deps } from '#server/deps.ts'
import { defineJob, handleJob } from '#server/jobs/job.ts'
import { findAccount, toAccountSettings } from '#server/modules/accounts/index.ts'
import { loadAnalyticsSettings, withConsistentVersion } from '#server/modules/analytics/index.ts'
import { withSession } from '#server/modules/services/index.ts'
import { planTags } from './plan-tags.ts'
import { findSegment, type SegmentRow } from './segments.repo.ts'
import { findSend, type SendRow, updateSend } from './sends.repo.ts'

/** Counts what a send would do, or does it. Safe to repeat: what is done already is no longer planned. */
export const sendSegmentJob = defineJob({
  name: 'send-segment',
  schema: z.object({ accountId: z.number().int(), id: z.string() }),
  expireSeconds: 3600,
})

const readEmails = async (deps: Deps, segment: SegmentRow): Promise<ReadonlySet<string>> => {
  const account = await findAccount(deps.db, segment.account_id)
  if (!account) return new Set()
  const reader = { accountId: account.id, account: toAccountSettings(account) }
  const settings = await loadAnalyticsSettings(deps, reader)
  const rows = await withConsistentVersion(deps, settings, ({ openSession }) =>
    openSession().rows({
      reportType: 'Customers',
      columns: [{ columnId: 'email', aggregation: 'None' }],
      grain: 'records',
      groupBy: [],
      filter: { columnId: segmentColumn(segment).key, comparison: 'IsTrue', value: null },
      range: null,
      sort: [],
      top: null,
      page: null,
      customFields: settings.customFields,
    }),
  )
  const emails = rows.map(([email]) => (typeof email === 'string' ? email.trim().toLowerCase() : ''))
  return new Set(emails.filter((email) => email !== ''))
}

/** Returns whether it was stopped, and why addresses were refused. */
const send = async (
  deps: Deps,
  tags: TagWriter,
  row: SendRow,
  plan: { tag: string; add: readonly string[]; remove: readonly string[] },
) => {
  const change = await tags.open(row.audience_id, plan.tag)
  const refused: string[] = []
  const most = Math.max(plan.add.length, plan.remove.length)
  for (let start = 0; start < most; start += TAGGED_AT_ONCE) {
    const part = (emails: readonly string[]) => emails.slice(start, start + TAGGED_AT_ONCE)
    const now = await findSend(deps.db, row)
    if (now?.status !== 'sending' || now.stop_requested_at !== null) return { isStopped: true, refused }
    const [add, remove] = [part(plan.add), part(plan.remove)]
    refused.push(...(await change({ add, remove })))
    await updateSend(deps.db, row, ['sending'], { done: now.done + add.length + remove.length })
  }
  return { isStopped: false, refused }
}

const run = async (deps: Deps, row: SendRow, segment: SegmentRow, signal: AbortSignal) => {
  const emails = await readEmails(deps, segment)
  const call = { accountId: row.account_id, serviceId: row.service_id, signal }
  return withSession(deps, call, async ({ tags }) => {
    if (tags === undefined) throw new Error('The platform has no tags')
    const plan = await planTags(emails, tags.members(row.audience_id), segment.name)
    const counts = JSON.stringify(plan.counts)
    if (row.status === 'checking') return { status: 'checked' as const, counts }
    await updateSend(deps.db, row, ['sending'], { counts })
    const { isStopped, refused } = await send(deps, tags, row, { ...plan, tag: segment.name })
    return {
      status: isStopped ? ('stopped' as const) : ('done' as const),
      problem: refused.join(' ').slice(0, 1000) || null,
    }
  })
}

export const sendSegmentHandler = handleJob(sendSegmentJob, async (deps: Deps, { accountId, id }, { signal }) => {
  const row = await findSend(deps.db, { account_id: accountId, id })
  const segment = row && (await findSegment(deps.db, { account_id: accountId, id: row.segment_id }))
  if (!segment || (row.status !== 'checking' && row.status !== 'sending')) return
  const end = (change: Parameters<typeof updateSend>[3]) =>
    updateSend(deps.db, row, [row.status], { finished_at: new Date(deps.clock.now()), ...change })
  try {
    await end(await run(deps, row, segment, signal))
  } catch (error) {
    if (!isPlatformProblem(error)) throw error
    await end({ status: 'failed', problem: error.message })
  }
})
