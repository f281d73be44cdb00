import type { Goal } from '#contract/insights.ts'
import { type Db, inTransaction } from '#server/db/database.ts'

/** A stored goal: `target` in minor units, or a count. */
export interface StoredGoal extends Omit<Goal, 'from'> {
  readonly from_day: string
}

export const readGoals = (db: Db, accountId: number): Promise<StoredGoal[]> =>
  db
    .selectFrom('goals')
    .select(['metric', 'period', 'from_day', 'target'])
    .where('account_id', '=', accountId)
    .orderBy('from_day')
    .orderBy('period')
    .orderBy('metric')
    .execute()

export const replaceGoals = (db: Db, accountId: number, goals: readonly StoredGoal[]): Promise<void> =>
  inTransaction(db, async (trx) => {
    await trx.deleteFrom('goals').where('account_id', '=', accountId).execute()
    if (goals.length === 0) return
    await trx
      .insertInto('goals')
      .values(goals.map((goal) => ({ account_id: accountId, ...goal })))
      .execute()
  })
