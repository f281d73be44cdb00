import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'

interface AuditEvent {
  /** noun and verb: `session.replayed` */
  readonly action: string
  /** null when nobody is known */
  readonly accountId: number | null
  readonly userId: string | null
  /** what it was done to */
  readonly target?: string | null
  /** never a secret */
  readonly details?: Readonly<Record<string, unknown>>
}

type AuditParts = Pick<Deps, 'clock' | 'log'>
type AuditCall = Pick<CallInfo, 'ip' | 'requestId'>

/** Writes who did what from where, to the audit log and as one log line. Given a transaction, only if it commits. */
export const writeAudit = async (
  { clock, log }: AuditParts,
  db: Db,
  call: AuditCall,
  event: AuditEvent,
): Promise<void> => {
  const { action, accountId, userId, target = null, details = {} } = event
  const { ip, requestId } = call
  log.info({ audit: action, accountId, userId, target, requestId }, 'audit')
  await db
    .insertInto('audit_log')
    .values({
      account_id: accountId,
      user_id: userId,
      action,
      target,
      details: JSON.stringify(details),
      ip,
      request_id: requestId,
      at: new Date(clock.now()),
    })
    .execute()
}
