import { sql, type Updateable } from 'kysely'
import type { InsightState } from '#contract/insight-progress.ts'
import type { InsightKind } from '#insights/registry.ts'
import type { InsightFacts, RephrasedTemplates } from '#server/db/column-types.ts'
import type { Db, UserKey } from '#server/db/database.ts'
import { countRows, type Page, paginate } from '#server/db/paginate.ts'
import type { Schema } from '#server/db/schema.gen.ts'

export interface InsightRow {
  readonly id: string
  readonly account_id: number
  readonly key: string
  readonly kind: InsightKind
  readonly subject: string
  readonly weight: number
  readonly facts: InsightFacts
  readonly rephrased: RephrasedTemplates | null
  readonly data_version: number
  readonly as_of: Date
  readonly ends_on: string
  readonly created_at: Date
  readonly dismissed_at: Date | null
  /** first local day on which it is open again */
  readonly snoozed_until: string | null
  readonly assigned_to: string | null
  readonly acted_at: Date | null
  readonly done_at: Date | null
}

/** What a new insight starts with. */
export const NO_PROGRESS = { dismissed_at: null, snoozed_until: null, assigned_to: null, acted_at: null, done_at: null }

/** An insight with a user's read state and feedback, and its assignee. */
export interface ReadInsightRow extends InsightRow {
  readonly read_at: Date | null
  readonly useful: boolean | null
  readonly first_name: string | null
  readonly last_name: string | null
}

const forReader = (db: Db, { accountId, userId }: UserKey) =>
  db
    .selectFrom('insights')
    .leftJoin('insight_answers', (join) =>
      join
        .onRef('insight_answers.insight_id', '=', 'insights.id')
        .on('insight_answers.account_id', '=', accountId)
        .on('insight_answers.user_id', '=', userId),
    )
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'insights.assigned_to').on('users.account_id', '=', accountId),
    )
    .where('insights.account_id', '=', accountId)

const READ_COLUMNS = [
  'insight_answers.read_at',
  'insight_answers.useful',
  'users.first_name',
  'users.last_name',
] as const

export interface InsightFilter extends Page {
  readonly kind?: InsightKind | undefined
  readonly unread?: boolean | undefined
  readonly state: InsightState
  /** assigned to the reader */
  readonly mine?: boolean | undefined
  /** the account's local day */
  readonly today: string
}

type ForReader = ReturnType<typeof forReader>

const inState = (query: ForReader, { state, today }: Pick<InsightFilter, 'state' | 'today'>): ForReader => {
  if (state === 'dismissed') return query.where('insights.dismissed_at', 'is not', null)
  const listed = query.where('insights.dismissed_at', 'is', null)
  if (state === 'done') return listed.where('insights.done_at', 'is not', null)
  const undone = listed.where('insights.done_at', 'is', null)
  return state === 'snoozed'
    ? undone.where('insights.snoozed_until', '>', today)
    : undone.where(({ or, eb }) =>
        or([eb('insights.snoozed_until', 'is', null), eb('insights.snoozed_until', '<=', today)]),
      )
}

/** The priority score decays with age: it halves every week. */
const byPriorityAndAge = sql`insights.weight * power(0.5, extract(epoch from (now() - insights.created_at)) / 604800)`

/** A page of the account's insights with the reader's feedback, by priority, and their total count. */
export const listInsights = (
  db: Db,
  reader: UserKey,
  { kind, unread, mine, state, today, ...page }: InsightFilter,
): Promise<{ items: ReadInsightRow[]; total: number }> => {
  let filtered = inState(forReader(db, reader), { state, today }).selectAll('insights').select(READ_COLUMNS)
  if (mine) filtered = filtered.where('insights.assigned_to', '=', reader.userId)
  if (kind !== undefined) filtered = filtered.where('insights.kind', '=', kind)
  if (unread !== undefined) filtered = filtered.where('insight_answers.read_at', unread ? 'is' : 'is not', null)
  return paginate(db, filtered.orderBy(byPriorityAndAge, 'desc').orderBy('insights.id'), page)
}

export const countUnread = (db: Db, reader: UserKey, today: string): Promise<number> =>
  countRows(inState(forReader(db, reader), { state: 'open', today }).where('insight_answers.read_at', 'is', null))

export const findInsight = (db: Db, reader: UserKey, id: string): Promise<ReadInsightRow | undefined> =>
  forReader(db, reader).where('insights.id', '=', id).selectAll('insights').select(READ_COLUMNS).executeTakeFirst()

interface Answer {
  readonly insightId: string
  readonly at: Date
  readonly read?: true
  /** null withdraws the feedback; omitted: unchanged */
  readonly useful?: boolean | null
}

/** Stores that a user read an insight, or the user's feedback. */
export const saveAnswer = async (db: Db, { accountId, userId }: UserKey, answer: Answer): Promise<void> => {
  const { insightId, at, read, useful } = answer
  const change = { ...(read ? { read_at: at } : {}), ...(useful === undefined ? {} : { useful }), answered_at: at }
  await db
    .insertInto('insight_answers')
    .values({ account_id: accountId, user_id: userId, insight_id: insightId, ...change })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id', 'insight_id']).doUpdateSet(change))
    .execute()
}

export const setDismissed = async (
  db: Db,
  { accountId, id }: { accountId: number; id: string },
  at: Date | null,
): Promise<void> => {
  await updateInsight(db, { account_id: accountId, id }, { dismissed_at: at })
}

export const updateInsight = async (
  db: Db,
  { account_id, id }: Pick<InsightRow, 'account_id' | 'id'>,
  change: Updateable<Schema['insights']>,
): Promise<void> => {
  await db.updateTable('insights').set(change).where('account_id', '=', account_id).where('id', '=', id).execute()
}

export const insightsSince = (db: Db, accountId: number, since: Date): Promise<InsightRow[]> =>
  db
    .selectFrom('insights')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('updated_at', '>=', since)
    .orderBy('created_at', 'desc')
    .execute()

type StoredFields = Pick<InsightRow, 'weight' | 'facts' | 'data_version' | 'as_of' | 'ends_on'>

const stored = ({ facts, ...kept }: StoredFields, at: Date) => ({
  ...kept,
  facts: JSON.stringify(facts),
  updated_at: at,
})

export const addInsight = async (
  db: Db,
  row: StoredFields & Pick<InsightRow, 'id' | 'account_id' | 'key' | 'kind' | 'subject'>,
  at: Date,
): Promise<void> => {
  const { id, account_id, key, kind, subject, ...kept } = row
  await db
    .insertInto('insights')
    .values({ id, account_id, key, kind, subject, ...stored(kept, at), created_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doNothing())
    .execute()
}

/** Updates a continuing insight with its latest facts and drops the model's text for the previous ones. */
export const renewInsight = async (
  db: Db,
  key: Pick<InsightRow, 'account_id' | 'id'>,
  kept: StoredFields & { readonly rephrased?: RephrasedTemplates | null },
  at: Date,
): Promise<void> => {
  const { rephrased, ...rest } = kept
  const words = rephrased === undefined ? {} : { rephrased: rephrased === null ? null : JSON.stringify(rephrased) }
  await updateInsight(db, key, { ...stored(rest, at), ...words })
}

export const saveRephrased = (
  db: Db,
  key: Pick<InsightRow, 'account_id' | 'id'>,
  rephrased: RephrasedTemplates,
): Promise<void> => updateInsight(db, key, { rephrased: JSON.stringify(rephrased) })

export const deleteInsight = async (
  db: Db,
  { account_id, id }: Pick<InsightRow, 'account_id' | 'id'>,
): Promise<void> => {
  await db.deleteFrom('insights').where('account_id', '=', account_id).where('id', '=', id).execute()
}

/** Positive and negative votes of the account's users by kind. */
export const votesByKind = async (
  db: Db,
  accountId: number,
  since: Date,
): Promise<Map<InsightKind, { useful: number; not: number }>> => {
  const rows = await db
    .selectFrom('insight_answers')
    .innerJoin('insights', 'insights.id', 'insight_answers.insight_id')
    .where((eb) => eb.and({ 'insights.account_id': accountId, 'insight_answers.account_id': accountId }))
    .where('insight_answers.useful', 'is not', null)
    .where('insight_answers.answered_at', '>=', since)
    .select(['insights.kind', 'insight_answers.useful'])
    .execute()
  const votes = new Map<InsightKind, { useful: number; not: number }>()
  for (const { kind, useful } of rows) {
    const known = votes.get(kind) ?? { useful: 0, not: 0 }
    votes.set(kind, useful ? { ...known, useful: known.useful + 1 } : { ...known, not: known.not + 1 })
  }
  return votes
}

/** The current insight that names club members as likely to cancel, and how many; null: there is no such insight. */
export const membersAtRisk = async (db: Db, reader: UserKey, today: string) => {
  const filter = { kind: 'membersAtRisk', state: 'open', today, page: 1, pageSize: 1 } as const
  const { items } = await listInsights(db, reader, filter)
  const [found] = items
  if (found === undefined || found.ends_on < today || found.facts.insight.kind !== 'membersAtRisk') return null
  return { insightId: found.id, count: found.facts.insight.members.length }
}
