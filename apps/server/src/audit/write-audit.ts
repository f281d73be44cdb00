import { type Db, writeLasting } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'

interface AuditEvent {
  /** noun and verb: `session.replayed` */
  readonly action: string
  /** null when the account is unknown */
  readonly accountId: number | null
  readonly userId: string | null
  /** id or name of the changed object */
  readonly target?: string | null
  /** never a secret */
  readonly details?: Readonly<Record<string, unknown>>
}

type AuditCall = Pick<CallInfo, 'ip' | 'requestId'> & Partial<Pick<CallInfo, 'apiKey'>>

const insertEntry = async ({ clock }: Deps, db: Db, call: AuditCall, event: AuditEvent): Promise<void> => {
  const { action, accountId, userId, target = null, details = {} } = event
  const { ip, requestId, apiKey = null } = call
  await db
    .insertInto('audit_log')
    .values({
      account_id: accountId,
      user_id: apiKey?.kind === 'service' ? null : userId,
      api_key_id: apiKey?.id ?? null,
      api_key_name: apiKey?.name ?? null,
      action,
      target,
      details: JSON.stringify(details),
      ip,
      request_id: requestId,
      at: new Date(clock.now()),
    })
    .execute()
}

const logEntry = ({ log }: Deps, { requestId, apiKey }: AuditCall, event: AuditEvent): void => {
  const { action, accountId, userId, target = null } = event
  log.info({ audit: action, accountId, userId, apiKeyId: apiKey?.id, target, requestId }, 'audit')
}

/** Writes an entry to the audit log table and one log line. In a transaction, the entry exists only if it commits. */
export const writeAudit = async (parts: Deps, db: Db, call: AuditCall, event: AuditEvent): Promise<void> => {
  logEntry(parts, call, event)
  await insertEntry(parts, db, call, event)
}

/** The same for a denied attempt: the entry stays when the failed request is rolled back. */
export const writeDeniedAudit = async (parts: Deps, db: Db, call: AuditCall, event: AuditEvent): Promise<void> => {
  logEntry(parts, call, event)
  await writeLasting(db, (writer) => insertEntry(parts, writer, call, event))
}
