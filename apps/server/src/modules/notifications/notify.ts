import { PERMISSIONS } from '#domain/permission.ts'
import { hasAnyRole } from '#domain/role.ts'
import type { Deps } from '#server/container.ts'
import type { Db } from '#server/db/database.ts'

interface Message {
  readonly subject: string
  /** Markdown */
  readonly content: string
}

/** Leaves a notification with everybody who administers the account. Given a transaction, only if it commits. */
export const notifyAdministrators = async (
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  db: Db,
  accountId: number,
  { subject, content }: Message,
): Promise<void> => {
  const users = await db
    .selectFrom('users')
    .select(['id', 'roles'])
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .execute()
  const created_at = new Date(clock.now())
  const rows = users
    .filter(({ roles }) => hasAnyRole(roles, PERMISSIONS.administration))
    .map(({ id }) => ({ id: ids.next(), account_id: accountId, user_id: id, subject, content, created_at }))
  if (rows.length > 0) await db.insertInto('notifications').values(rows).execute()
}
