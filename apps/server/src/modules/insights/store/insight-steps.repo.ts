import type { InsightStepName } from '#contract/insight-progress.ts'
import { isPermitted } from '#domain/role.ts'
import type { Db, UserKey } from '#server/db/database.ts'
import { fullName } from '#server/modules/users/index.ts'

export interface NewStep {
  readonly id: string
  readonly insight_id: string
  readonly step: InsightStepName
  readonly until_day?: string | null
  readonly assignee_id?: string | null
  readonly at: Date
}

export const addStep = async (trx: Db, { accountId, userId }: UserKey, step: NewStep): Promise<void> => {
  await trx
    .insertInto('insight_steps')
    .values({ account_id: accountId, user_id: userId, ...step })
    .execute()
}

const MOST_STEPS = 200

/** What was done about an insight, newest first. Names are null for people who were removed. */
export const listSteps = async (db: Db, accountId: number, insightId: string) => {
  const rows = await db
    .selectFrom('insight_steps')
    .leftJoin('users as person', (join) =>
      join.onRef('person.id', '=', 'insight_steps.user_id').on('person.account_id', '=', accountId),
    )
    .leftJoin('users as assignee', (join) =>
      join.onRef('assignee.id', '=', 'insight_steps.assignee_id').on('assignee.account_id', '=', accountId),
    )
    .where((eb) => eb.and({ 'insight_steps.account_id': accountId, 'insight_steps.insight_id': insightId }))
    .select(['insight_steps.id', 'step', 'at', 'until_day', 'person.first_name', 'person.last_name'])
    .select(['assignee.first_name as assignee_first', 'assignee.last_name as assignee_last'])
    .orderBy('at', 'desc')
    .orderBy('insight_steps.id', 'desc')
    .limit(MOST_STEPS)
    .execute()
  const nameOf = (first_name: string | null, last_name: string | null): string | null =>
    first_name === null || last_name === null ? null : fullName({ first_name, last_name })
  return rows.map(({ id, step, at, until_day, ...row }) => ({
    id,
    step,
    at,
    until: until_day,
    userName: nameOf(row.first_name, row.last_name),
    assigneeName: nameOf(row.assignee_first, row.assignee_last),
  }))
}

/** Users who may read insights and sign in, by name. */
export const insightReaders = async (db: Db, accountId: number) => {
  const users = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name as firstName', 'last_name as lastName', 'roles', 'culture'])
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .execute()
  return users.filter(({ roles }) => isPermitted(roles, 'reports'))
}

export type InsightReader = Awaited<ReturnType<typeof insightReaders>>[number]
