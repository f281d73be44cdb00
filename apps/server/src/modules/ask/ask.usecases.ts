import type { Choose, Context, NotUnderstood, Understood } from '#contract/ask.ts'
import { ReportDefinition } from '#contract/report-definition.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import type { OwnCode } from '#domain/own-codes.ts'
import { releasePairs } from '#domain/ranges/release-pairs.ts'
import { type Answer, ask, type NotUnderstood as GrammarRefusal } from '#insights/ask/ask.ts'
import type { Understood as GrammarAnswer } from '#insights/ask/choose.ts'
import { normalizePhrase } from '#insights/ask/text/token.ts'
import type { ValueIndex } from '#insights/ask/value-index.ts'
import { OWN_CODE_COLUMNS, ownCodeList } from '#semantic/catalog/own-codes.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { loadAnalyticsSettings, readClubReleases } from '#server/modules/analytics/index.ts'
import { assertAnswerable } from '#server/modules/saved-reports/index.ts'
import { askModel } from './ask-model.ts'
import { formerAnswer } from './former-answer.ts'
import { rememberQuestion } from './history.usecases.ts'
import { modelContext } from './model-context.ts'
import { readCustomValues, readQuestionValues } from './question-values.ts'

const isNamed = (label: string, question: string): boolean =>
  ` ${normalizePhrase(question)} `.includes(` ${normalizePhrase(label)} `)

/** Labels of the account's own codes, by the column that shows them. */
const ownLabels = (codes: readonly OwnCode[]): ValueIndex =>
  Object.fromEntries(
    OWN_CODE_COLUMNS.map((columnId) => [
      columnId,
      codes.filter(({ list }) => list === ownCodeList(columnId)).map(({ label }) => label),
    ]),
  )

/** Questions whose words may be about the days of club releases. */
const NAMES_RELEASE = /release|shipment|allocation|club run/i

interface Asked {
  readonly question: string
  readonly asTyped: boolean
  readonly context?: Context | undefined
}

/** A definition that can be run, with how it was read. */
const toUnderstood = (deps: Pick<Deps, 'clock' | 'warehouse'>, caller: Caller, answer: GrammarAnswer): Understood => {
  const { definition: request, corrections, focus, changes, ...view } = answer
  const definition = ReportDefinition.parse(request)
  assertAnswerable(deps, caller, definition)
  return {
    ...view,
    definition,
    readBy: 'grammar',
    corrections: [...corrections],
    ...(changes === undefined ? {} : { changes: [...changes] }),
    ...(focus === undefined ? {} : { focus: { ...focus, values: [...focus.values] } }),
  }
}

const toNotUnderstood = (
  deps: Parameters<typeof toUnderstood>[0],
  caller: Caller,
  { notUnderstood, reason, suggestions, without }: GrammarRefusal,
): NotUnderstood => ({
  notUnderstood: [...notUnderstood],
  ...(reason === undefined ? {} : { reason }),
  suggestions: suggestions.map(({ word, near }) => ({ word, near: [...near] })),
  ...(without === undefined
    ? {}
    : { without: { ignored: [...without.ignored], answer: toUnderstood(deps, caller, without.answer) } }),
})

/**
 * Answers a question, and remembers it with an answer in the user's history.
 *
 * Errors: `request.too_many` after sixty questions of a user within five minutes.
 */
export const askQuestion = async (
  deps: ReaderDeps & Parameters<typeof rememberQuestion>[0],
  caller: Caller,
  asked: Asked,
  signal: AbortSignal,
): Promise<Understood | Choose | NotUnderstood> => {
  const answer = await readQuestion(deps, caller, asked, signal)
  if (!('notUnderstood' in answer)) await rememberQuestion(deps, caller, asked.question, answer)
  return answer
}

type ReaderDeps = Pick<Deps, 'env' | 'clock' | 'log' | 'db' | 'warehouse' | 'results' | 'platforms' | 'keys'>

/**
 * Parses a question into a report definition that can be run. The grammar runs first; a language model, where one is
 * configured, gets only what the grammar did not understand.
 */
const readQuestion = async (
  deps: ReaderDeps,
  caller: Caller,
  { question, asTyped, context }: Asked,
  signal: AbortSignal,
): Promise<Understood | Choose | NotUnderstood> => {
  const settings = await loadAnalyticsSettings(deps, caller)
  const { customFields } = settings
  const releases = NAMES_RELEASE.test(question) ? await readClubReleases(deps, settings) : []
  const calendar = { ...settings.calendar, releases: releasePairs(releases), clubReleases: releases }
  const former = context === undefined ? null : formerAnswer(context, customFields)
  const values = await readQuestionValues(deps, caller, signal)
  const readWith = async (fields: readonly CustomField[]): Promise<Answer> => {
    const own = await readCustomValues(deps, caller, { fields, signal })
    return ask(question, {
      calendar,
      values: { ...values, ...own, ...ownLabels(caller.account.ownCodes) },
      customFields,
      correctsSpelling: !asTyped,
      ...(former === null ? {} : { former }),
    })
  }
  const named = customFields.filter(({ label }) => isNamed(label, question))
  const first = await readWith(named)
  // reading the values of every field is slow for large accounts, so a question that needs them says so first
  const read = 'notUnderstood' in first && named.length < customFields.length ? await readWith(customFields) : first
  if ('notUnderstood' in read) {
    const before = former === null ? null : modelContext(former)
    return (
      (await askModel(deps, caller, { question, values, context: before, signal })) ??
      toNotUnderstood(deps, caller, read)
    )
  }
  if ('choices' in read) return { choices: read.choices.map((one) => toUnderstood(deps, caller, one)) }
  return toUnderstood(deps, caller, read)
}
