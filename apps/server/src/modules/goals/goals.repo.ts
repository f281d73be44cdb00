import type { Goal } from '#contract/insights.ts'
import type { Db } from '#server/db/database.ts'

/** A stored goal: `target` in minor units, or a count. */
export interface StoredGoal extends Omit<Goal, 'from'> {
  readonly from_day: string
}

const COLUMNS = ['metric', 'period', 'from_day', 'target'] as const

/** In the order of their days. */
export const readGoals = (db: Db, accountId: number): Promise<StoredGoal[]> =>
  db.selectFrom('goals').select(COLUMNS).where('account_id', '=', accountId).orderBy('from_day').execute()

/** Makes `goals`, no two of one metric, period, and day, the account's only ones. One statement, because each costs a round trip. */
export const replaceGoals = async (db: Db, accountId: number, goals: readonly StoredGoal[]): Promise<void> => {
  const others = db.deleteFrom('goals').where('account_id', '=', accountId)
  if (goals.length === 0) {
    await others.execute()
    return
  }
  await db
    .with('gone', () =>
      others.where(({ eb, refTuple, tuple }) =>
        eb.not(
          eb(
            refTuple('metric', 'period', 'from_day'),
            'in',
            goals.map((goal) => tuple(goal.metric, goal.period, goal.from_day)),
          ),
        ),
      ),
    )
    .insertInto('goals')
    .values(goals.map((goal) => ({ account_id: accountId, ...goal })))
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'metric', 'period', 'from_day'])
        .doUpdateSet(({ ref }) => ({ target: ref('excluded.target') })),
    )
    .execute()
}
