import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, deletesAny, type UserKey } from '#server/db/database.ts'
import { countRows } from '#server/db/paginate.ts'
import type { Schema } from '#server/db/schema.gen.ts'

export type QuestionRow = Selectable<Schema['asked_questions']>

interface QuestionKey extends UserKey {
  readonly id: string
}

/** Adds a question; one that was asked before, with the same answer, moves to the top and stays pinned. */
export const saveQuestion = (db: Db, row: Insertable<Schema['asked_questions']>): Promise<unknown> =>
  db
    .insertInto('asked_questions')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'user_id', 'key']).doUpdateSet({
        question: row.question,
        answer: row.answer,
        is_shareable: row.is_shareable,
        asked_at: row.asked_at,
      }),
    )
    .execute()

/** Removes the oldest questions of a user that are not pinned, all but `kept`. */
export const trimQuestions = (db: Db, { accountId, userId }: UserKey, kept: number): Promise<unknown> =>
  db
    .deleteFrom('asked_questions')
    .where((eb) => eb.and({ account_id: accountId, user_id: userId }))
    .where('pinned_at', 'is', null)
    .where('id', 'not in', (query) =>
      query
        .selectFrom('asked_questions')
        .select('id')
        .where((eb) => eb.and({ account_id: accountId, user_id: userId }))
        .where('pinned_at', 'is', null)
        .orderBy('asked_at', 'desc')
        .orderBy('id', 'desc')
        .limit(kept),
    )
    .execute()

const questionsOf = (db: Db, { accountId, userId }: UserKey) =>
  db.selectFrom('asked_questions').where('account_id', '=', accountId).where('user_id', '=', userId)

/** A user's questions, the latest first. */
export const listQuestions = (db: Db, user: UserKey): Promise<QuestionRow[]> =>
  questionsOf(db, user).selectAll().orderBy('asked_at', 'desc').orderBy('id', 'desc').execute()

/** How often the chips of a user's questions were asked for, by their labels. */
export const countChips = async (db: Db, user: UserKey): Promise<ReadonlyMap<string, number>> => {
  const label = sql<string>`jsonb_array_elements(answer->'chips'->'chips')->>'label'`
  const rows = await questionsOf(db, user).select(label.as('label')).execute()
  const byLabel = Map.groupBy(rows, (row) => row.label)
  return new Map([...byLabel].map(([text, all]) => [text, all.length]))
}

export const findQuestion = (db: Db, { id, ...user }: QuestionKey): Promise<QuestionRow | undefined> =>
  questionsOf(db, user).selectAll().where('id', '=', id).executeTakeFirst()

export const countPinned = (db: Db, user: UserKey): Promise<number> =>
  countRows(questionsOf(db, user).where('pinned_at', 'is not', null))

/** Undefined if the user has no such question. */
export const setPinned = (
  db: Db,
  { accountId, userId, id }: QuestionKey,
  pinnedAt: Date | null,
): Promise<QuestionRow | undefined> =>
  db
    .updateTable('asked_questions')
    .set({ pinned_at: pinnedAt })
    .where((eb) => eb.and({ account_id: accountId, user_id: userId, id }))
    .returningAll()
    .executeTakeFirst()

/** Returns whether the user had such a question. */
export const deleteQuestion = (db: Db, { accountId, userId, id }: QuestionKey): Promise<boolean> =>
  deletesAny(
    db
      .deleteFrom('asked_questions')
      .where((eb) => eb.and({ account_id: accountId, user_id: userId }))
      .where('id', '=', id),
  )

/** Latest shareable questions of a user's colleagues who can still sign in. */
export const colleaguesQuestions = (
  db: Db,
  { accountId, userId }: UserKey,
  limit: number,
): Promise<Pick<QuestionRow, 'question' | 'answer' | 'user_id'>[]> =>
  db
    .selectFrom('asked_questions')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'asked_questions.user_id').on('users.account_id', '=', accountId),
    )
    .where('asked_questions.account_id', '=', accountId)
    .where('asked_questions.user_id', '<>', userId)
    .where('asked_questions.is_shareable', '=', true)
    .where('users.disabled_at', 'is', null)
    .select(['asked_questions.question', 'asked_questions.answer', 'asked_questions.user_id'])
    .orderBy('asked_questions.asked_at', 'desc')
    .orderBy('asked_questions.id', 'desc')
    .limit(limit)
    .execute()
