import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { defineEvent } from '#server/platform/events.ts'
import { insertUser, type NewUser, type UserRow } from './users.repo.ts'

interface UserKey {
  readonly accountId: number
  readonly userId: string
}

export const userCreated = defineEvent<UserKey>('user.created')

/** Published after the user's email has changed. */
export const userEmailChanged = defineEvent<{ accountId: number; from: string; to: string }>('user.email_changed')

/** Published before the user's row and, by cascade, the user's content are deleted. `newOwnerId` takes over shared content. */
export const userRemoved = defineEvent<UserKey & { email: string; newOwnerId: string }>('user.removed')

/** Inserts a user and publishes `userCreated`; undefined when the address is taken. */
export const createUser = async (
  { events }: Pick<Deps, 'events'>,
  trx: Db,
  user: NewUser,
): Promise<UserRow | undefined> => {
  const row = await insertUser(trx, user)
  if (row) await events.publish(trx, userCreated, { accountId: row.account_id, userId: row.id })
  return row
}
