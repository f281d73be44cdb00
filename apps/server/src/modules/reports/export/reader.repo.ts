import type { Db } from '#server/db/database.ts'

interface Reader {
  readonly accountId: number
  readonly userId: string
}

/** The user's culture, or the account's if the user has not set one. */
export const readCulture = async (db: Db, { accountId, userId }: Reader): Promise<string> => {
  const { own, culture } = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .where('users.account_id', '=', accountId)
    .where('users.id', '=', userId)
    .select(['users.culture as own', 'accounts.culture'])
    .executeTakeFirstOrThrow()
  return own ?? culture
}
