import { findPlatformConnector } from '#connectors/registry.ts'
import { fail } from '#contract/errors.ts'
import type { SegmentAudience, SegmentSend } from '#contract/segments.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { listServices, type SessionDeps, toServiceFailure, withSession } from '#server/modules/services/index.ts'
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
  deps: SessionDeps,
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

export const listSends = async ({ db }: Pick<Deps, 'db'>, { accountId }: Caller, id: string): Promise<SegmentSend[]> =>
  (await readSends(db, accountId, id)).map(presentSend)

type StartDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'ids'>

/** Starts a dry run. Errors: `segment.not_found`; `service.not_found`; `segment.send_not_possible` while another run is open. */
export const checkSend = (
  { db, jobs, clock, ids }: StartDeps,
  { accountId }: Caller,
  segmentId: string,
  { serviceId, id: audienceId, name }: Omit<SegmentAudience, 'serviceName'>,
): Promise<SendRow> =>
  inTransaction(db, async (trx) => {
    if (!(await findSegment(trx, { account_id: accountId, id: segmentId }))) throw fail('segment.not_found')
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

/** Sends what a dry run has counted. Errors: `segment.send_not_possible` for one that has not ended, or was sent. */
export const startSend = ({ db, jobs }: StartDeps, { accountId }: Caller, id: string): Promise<SendRow> =>
  inTransaction(db, async (trx) => {
    const key = { account_id: accountId, id }
    const row = assertSend(await updateSend(trx, key, ['checked'], { status: 'sending', finished_at: null }))
    await jobs.send(trx, sendSegmentJob, { accountId, id })
    return row
  })

/** Ends a send before its next batch. Errors: `segment.send_not_possible` for one that has ended. */
export const stopSend = async ({ db, clock }: StartDeps, { accountId }: Caller, id: string): Promise<SendRow> => {
  const key = { account_id: accountId, id }
  const at = new Date(clock.now())
  const row = assertSend(await findSend(db, key))
  return assertSend(await updateSend(db, row, ['sending'], { stop_requested_at: at }))
}
