import { findPlatformConnector } from '#connectors/registry.ts'
import { assertFound, fail } from '#contract/errors.ts'
import type { SegmentAudience, SegmentSend } from '#contract/segments.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { listServices, toServiceFailure, withSession } from '#server/modules/services/index.ts'
import { findSegment } from './segments.repo.ts'
import { sendSegmentJob } from './send-segment.job.ts'
import { findSend, insertSend, readSends, type SendRow, updateSend } from './sends.repo.ts'

export const presentSend = (row: SendRow): SegmentSend => ({
  id: row.id,
  serviceId: row.service_id,
  audience: row.audience,
  status: row.status,
  counts: row.counts,
  done: row.done,
  problem: row.problem,
  createdDateUtc: row.created_at.toISOString(),
})

const assertSend = (row: SendRow | undefined): SendRow => {
  if (row === undefined) throw fail('segment.send_not_possible')
  return row
}

/** The audiences of the account's services whose platforms have tags. Errors: `service.platform_failed`. */
export const listAudiences = async (
  deps: Deps,
  { accountId }: Caller,
  signal: AbortSignal,
): Promise<SegmentAudience[]> => {
  const services = await listServices(deps.db, accountId)
  const audiences: SegmentAudience[] = []
  for (const { id: serviceId, type, name: serviceName } of services) {
    if (findPlatformConnector(type)?.hasTags !== true) continue
    const found = await withSession(deps, { accountId, serviceId, signal }, async ({ tags }) =>
      tags?.audiences(),
    ).catch((error: unknown) => {
      throw toServiceFailure(error)
    })
    audiences.push(...(found ?? []).map(({ id, name }) => ({ serviceId, serviceName, id, name })))
  }
  return audiences
}

const requireSegment = async (db: Db, account_id: number, id: string): Promise<void> => {
  if (!(await findSegment(db, { account_id, id }))) throw fail('segment.not_found')
}

/** The latest first. Errors: `segment.not_found`. */
export const listSends = async ({ db }: Deps, { accountId }: Caller, id: string): Promise<SegmentSend[]> => {
  await requireSegment(db, accountId, id)
  return (await readSends(db, accountId, id)).map(presentSend)
}

/** Starts a dry run. Errors: `segment.not_found`; `service.not_found`; `segment.send_not_possible` while another run is open. */
export const checkSend = (
  { db, jobs, clock, ids }: Deps,
  { accountId }: Caller,
  segmentId: string,
  { serviceId, id: audienceId, name }: Omit<SegmentAudience, 'serviceName'>,
): Promise<SendRow> =>
  inTransaction(db, async (trx) => {
    await requireSegment(trx, accountId, segmentId)
    const services = await listServices(trx, accountId)
    if (!services.some(({ id, type }) => id === serviceId && findPlatformConnector(type)?.hasTags === true))
      throw fail('service.not_found')
    const row = assertSend(
      await insertSend(trx, {
        ...{ id: ids.next(), account_id: accountId, segment_id: segmentId, service_id: serviceId },
        ...{ audience_id: audienceId, audience: name, status: 'checking', created_at: new Date(clock.now()) },
      }),
    )
    await jobs.send(trx, sendSegmentJob, { accountId, id: row.id })
    return row
  })

/** A run of the account by its ID. */
const requireSend = async (db: Db, key: Pick<SendRow, 'account_id' | 'id'>): Promise<SendRow> =>
  assertFound(await findSend(db, key), 'segment.not_found')

/** Sends what a dry run has counted. Errors: `segment.not_found`; `segment.send_not_possible` for one that has not ended, or was sent. */
export const startSend = ({ db, jobs }: Deps, { accountId }: Caller, id: string): Promise<SendRow> =>
  inTransaction(db, async (trx) => {
    const key = await requireSend(trx, { account_id: accountId, id })
    const others = await readSends(trx, accountId, key.segment_id)
    if (others.some(({ status }) => status === 'checking' || status === 'sending'))
      throw fail('segment.send_not_possible')
    const row = assertSend(await updateSend(trx, key, ['checked'], { status: 'sending', finished_at: null }))
    await jobs.send(trx, sendSegmentJob, { accountId, id })
    return row
  })

/** Ends a send before its next batch. Errors: `segment.not_found`; `segment.send_not_possible` for one that has ended. */
export const stopSend = async ({ db, clock }: Deps, { accountId }: Caller, id: string): Promise<SendRow> => {
  const row = await requireSend(db, { account_id: accountId, id })
  return assertSend(await updateSend(db, row, ['sending'], { stop_requested_at: new Date(clock.now()) }))
}
