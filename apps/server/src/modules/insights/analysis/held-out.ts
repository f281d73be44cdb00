import { hash } from 'node:crypto'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { Db } from '#server/db/database.ts'

/** A number in [0, 1) that looks random and is the same whenever it is drawn for the same member, day and account. */
export const holdoutDraw = (accountId: number, membershipId: string, day: LocalDay): number =>
  Number.parseInt(hash('sha256', JSON.stringify([accountId, membershipId, day])).slice(0, 8), 16) / 2 ** 32

interface Members {
  readonly membershipIds: readonly string[]
  /** by membership ID */
  readonly customerOf: ReadonlyMap<string, string>
  readonly today: LocalDay
}

/** The memberships that nobody is to be asked to call: those held out of the save list, or that would be if they entered it today. */
export const findHeldOut = async (db: Db, accountId: number, members: Members): Promise<ReadonlySet<string>> => {
  const { membershipIds, customerOf, today } = members
  const list = await db
    .selectFrom('save_lists')
    .select('holdout_percent')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const running = await db
    .selectFrom('save_list_entries')
    .select(['customer_id', 'is_held_out'])
    .where('account_id', '=', accountId)
    .where('ends_on', '>', today)
    .execute()
  const known = new Map(running.map((entry) => [entry.customer_id, entry.is_held_out]))
  const isHeldOut = (id: string): boolean =>
    known.get(customerOf.get(id) ?? '') ?? holdoutDraw(accountId, id, today) * 100 < (list?.holdout_percent ?? 0)
  return new Set(membershipIds.filter(isHeldOut))
}
