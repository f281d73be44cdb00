import type { Clock } from '#domain/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { Logger } from '#server/runtime.ts'
import { claimDueMail, type DueMail, markDelivered, markUndelivered, readMailFile } from './outbox.repo.ts'
import type { MailTransport } from './transport.ts'

const SECOND = 1000
const POLL_INTERVAL_MS = SECOND
const LEASE_MS = 120 * SECOND
const FIRST_RETRY_MS = 30 * SECOND
const MAX_RETRY_MS = 3600 * SECOND
// With doubling delays of at most an hour, this is about one day.
const MAX_ATTEMPTS = 30
const BATCH = 10

interface DeliveryParts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly transport: MailTransport
}

/** Milliseconds to wait after the n-th failed attempt. */
export const retryDelay = (attempts: number): number => Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS)

/** A permanent rejection of the recipient is not retried. */
const isPermanent = (error: unknown): boolean => {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false
  return error.command === 'RCPT TO' && Number(error.responseCode) >= 500
}

const deliverOne = async (parts: DeliveryParts, mail: DueMail): Promise<void> => {
  const { db, clock, log, transport } = parts
  try {
    const attachment = mail.fileId === null ? null : await readMailFile(db, mail.fileId)
    await transport.deliver({ ...mail, attachment })
    await markDelivered(db, { id: mail.id, at: new Date(clock.now()), clearContent: !transport.isLocal })
  } catch (error) {
    const now = clock.now()
    const isFinal = isPermanent(error) || mail.attempts >= MAX_ATTEMPTS
    const reason = error instanceof Error ? error.message : 'unknown'
    log.warn({ mailId: mail.id, attempts: mail.attempts, reason, isFinal }, 'mail not delivered')
    const retryAt = isFinal ? null : new Date(now + retryDelay(mail.attempts))
    await markUndelivered(db, { id: mail.id, reason, retryAt, now: new Date(now) })
  }
}

/** Delivers every email that is due, each at most once. */
export const deliverDueMail = async (parts: DeliveryParts): Promise<void> => {
  const now = parts.clock.now()
  const claim = { now: new Date(now), leaseUntil: new Date(now + LEASE_MS), limit: BATCH }
  const due = await claimDueMail(parts.db, claim)
  await Promise.all(due.map((mail) => deliverOne(parts, mail)))
}

/** Polls the queue every second, without overlap, until stopped. Continues after database errors. */
export const startDelivery = (parts: DeliveryParts): { stop(): Promise<void> } => {
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  let delivery: Promise<void> = Promise.resolve()
  const onFailure = (error: unknown) => parts.log.warn({ err: error }, 'mail queue not readable')
  const next = () => {
    if (isStopped) return
    timer = setTimeout(() => {
      delivery = deliverDueMail(parts).catch(onFailure).then(next)
    }, POLL_INTERVAL_MS)
    timer.unref()
  }
  next()
  return {
    stop: async () => {
      isStopped = true
      if (timer) clearTimeout(timer)
      await delivery
    },
  }
}
