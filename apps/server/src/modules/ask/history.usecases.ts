import { createHash } from 'node:crypto'
import { type AskedQuestion, Choose, Understood } from '#contract/ask.ts'
import { fail } from '#contract/errors.ts'
import { codeOptions } from '#domain/code-labels.ts'
import { findColumn, findReportType } from '#semantic/catalog/catalog.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { type Caller, callerUserId } from '#server/http/caller.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import {
  countPinned,
  deleteQuestion,
  findQuestion,
  listQuestions,
  type QuestionRow,
  saveQuestion,
  setPinned,
  trimQuestions,
} from './history.repo.ts'

/** Questions of a user that are kept besides the pinned ones. */
const MAX_QUESTIONS = 100

type Answered = Understood | Choose

const readingsOf = (answer: Answered): readonly Understood[] => ('choices' in answer ? answer.choices : [answer])

/** Columns whose values colleagues may see in a question: names of things, and none that people typed freely. */
const SHAREABLE = [
  'varietal',
  'category',
  'brand',
  'vintage',
  'clubName',
  'state',
  'country',
  'experience',
  'releaseName',
  'location',
]

const isShareableColumn = (reportType: string, columnId: string): boolean => {
  const type = findReportType(reportType)
  const column = type && findColumn(type, columnId)
  if (column === null || column.kind === 'measure') return column !== null
  const isPart = column.part !== undefined || column.type === 'date' || column.type === 'dateTime'
  return (
    column.isPersonal !== true &&
    (isPart ||
      column.type === 'boolean' ||
      SHAREABLE.includes(columnId) ||
      codeOptions(reportType, columnId).length > 0)
  )
}

/**
 * Whether colleagues may be offered the question: it is whole, every word of it was understood as typed, and no condition holds the
 * name of a person or a text that someone typed.
 */
const isShareable = (answer: Answered): boolean => {
  if ('choices' in answer || answer.readBy === 'model' || answer.corrections.length > 0) return false
  if (answer.changes !== undefined) return false
  const { reportType, filters, dimensionFilters = [] } = answer.definition
  const valued = filters.filter(({ value }) => value !== null)
  return [...valued, ...dimensionFilters].every(({ columnId }) => isShareableColumn(reportType, columnId ?? ''))
}

const answerKey = (question: string, answer: Answered): string => {
  const meanings = readingsOf(answer).map(({ definition, compare }) => [{ ...definition, name: '' }, compare])
  return createHash('sha256')
    .update(JSON.stringify([question.toLowerCase(), meanings]))
    .digest('base64url')
}

/** Adds an answered question to the history of the user who asked it; a service key has none, and a key of scope read writes nothing. */
export const rememberQuestion = async (
  deps: Deps,
  caller: Caller,
  question: string,
  answer: Answered,
): Promise<void> => {
  const userId = callerUserId(caller)
  if (userId === null || caller.apiKey?.scope === 'read') return
  const { accountId } = caller
  await inTransaction(deps.db, async (trx) => {
    await saveQuestion(trx, {
      id: deps.ids.next(),
      account_id: accountId,
      user_id: userId,
      key: answerKey(question, answer),
      question,
      answer: JSON.stringify(answer),
      is_shareable: isShareable(answer),
      asked_at: new Date(deps.clock.now()),
      pinned_at: null,
    })
    await trimQuestions(trx, { accountId, userId }, MAX_QUESTIONS)
  })
}

const presentQuestion = (row: QuestionRow): AskedQuestion => {
  const answer = Understood.or(Choose).safeParse(row.answer)
  const readings = answer.success ? readingsOf(answer.data) : []
  return {
    id: row.id,
    question: row.question,
    explanation: readings.length === 1 ? (readings[0]?.explanation ?? null) : null,
    isFollowUp: readings[0]?.changes !== undefined,
    askedUtc: row.asked_at.toISOString(),
    isPinned: row.pinned_at !== null,
  }
}

/** The questions of the user, pinned ones first and else the latest first. */
export const listHistory = async ({ db }: Deps, caller: Caller): Promise<AskedQuestion[]> => {
  const all = (await listQuestions(db, caller)).map(presentQuestion)
  return [...all.filter(({ isPinned }) => isPinned), ...all.filter(({ isPinned }) => !isPinned)]
}

const assertQuestionFound = (row: QuestionRow | undefined): QuestionRow => {
  if (row === undefined) throw fail('ask.question_not_found')
  return row
}

/**
 * The answer of a question as it was read then. Errors: `ask.question_not_found`, also where an earlier release stored an answer that
 * this one cannot read.
 */
export const reopenQuestion = async ({ db }: Deps, { accountId, userId }: Caller, id: string): Promise<Answered> => {
  const row = assertQuestionFound(await findQuestion(db, { accountId, userId, id }))
  const answer = Understood.or(Choose).safeParse(row.answer)
  if (!answer.success) throw fail('ask.question_not_found')
  return answer.data
}

/** Errors: `ask.question_not_found`, `request.quota`. */
export const pinQuestion = (
  deps: Deps,
  { accountId, userId }: Caller,
  { id, isPinned }: { readonly id: string; readonly isPinned: boolean },
): Promise<AskedQuestion> =>
  inTransaction(deps.db, async (trx) => {
    const key = { accountId, userId, id }
    const row = assertQuestionFound(await findQuestion(trx, key))
    if (isPinned === (row.pinned_at !== null)) return presentQuestion(row)
    if (isPinned) await assertRoom(trx, 'pinnedQuestions', userId, () => countPinned(trx, key))
    return presentQuestion(assertQuestionFound(await setPinned(trx, key, isPinned ? new Date(deps.clock.now()) : null)))
  })

/** Errors: `ask.question_not_found`. */
export const forgetQuestion = async ({ db }: Deps, { accountId, userId }: Caller, id: string): Promise<void> => {
  if (!(await deleteQuestion(db, { accountId, userId, id }))) throw fail('ask.question_not_found')
}
