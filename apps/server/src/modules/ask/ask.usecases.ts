import type { ChipQuestion, Choose, Context, NotUnderstood, Understood } from '#contract/ask.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import { releasePairs } from '#domain/ranges/release-pairs.ts'
import { type Answer, type AskContext, ask } from '#insights/ask/ask.ts'
import { askAfter, askChips, chipWords } from '#insights/ask/chips/ask-chips.ts'
import { normalizePhrase } from '#insights/ask/text/token.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { loadAnalyticsSettings, readClubReleases, withCompared } from '#server/modules/analytics/index.ts'
import { askAssistant } from './assistant/assistant.ts'
import { modelContext } from './assistant/model-context.ts'
import { formerAnswer } from './former-answer.ts'
import { rememberQuestion } from './history.usecases.ts'
import { presentAnswer, presentRefusal, withChips } from './present-answer.ts'
import { readAllValues, readQuestionValues } from './question-values.ts'

const isNamed = (label: string, question: string): boolean =>
  ` ${normalizePhrase(question)} `.includes(` ${normalizePhrase(label)} `)

/** Questions whose words may be about the days of club releases. */
const NAMES_RELEASE = /release|shipment|allocation|club run/i

interface Asked {
  readonly question: string
  readonly asTyped: boolean
  readonly context?: Context | undefined
  readonly chips?: ChipQuestion | undefined
}

/** How a question is called in the history: a follow-up by its words, all else with the chips that it began with. */
const wordsOf = ({ question, chips }: Asked, answer: Understood | Choose): string => {
  const isFollowUp = 'definition' in answer ? answer.changes !== undefined : answer.choices[0]?.changes !== undefined
  if (chips === undefined || chips.chips.length === 0 || isFollowUp) return question
  return [chipWords(chips), question].filter((one) => one !== '').join(', ')
}

/**
 * Answers a question, and remembers it with an answer in the user's history.
 *
 * Errors: `request.too_many` after sixty questions of a user within five minutes.
 */
export const askQuestion = async (
  deps: Deps,
  caller: Caller,
  asked: Asked,
  signal: AbortSignal,
): Promise<Understood | Choose | NotUnderstood> => {
  const answer = await readQuestion(deps, caller, asked, signal)
  if (!('notUnderstood' in answer)) await rememberQuestion(deps, caller, wordsOf(asked, answer), answer)
  return answer
}

const readWords = ({ question, chips }: Asked, context: AskContext): Answer => {
  if (chips === undefined || chips.chips.length === 0) return ask(question, context)
  return question === '' ? askChips(chips, context) : askAfter(chips, question, context)
}

/**
 * Parses a question into a report definition that can be run. The grammar runs first; a language model, where one is
 * configured, gets only what the grammar did not understand.
 */
const readQuestion = async (
  deps: Deps,
  caller: Caller,
  asked: Asked,
  signal: AbortSignal,
): Promise<Understood | Choose | NotUnderstood> => {
  const { question, asTyped, context, chips } = asked
  const settings = await withCompared(deps, await loadAnalyticsSettings(deps, caller), 'plan')
  const { customFields } = settings
  const needsReleases = NAMES_RELEASE.test(question) || chips?.chips.some((one) => one.kind === 'compare')
  const releases = needsReleases ? await readClubReleases(deps, settings) : []
  const calendar = { ...settings.calendar, releases: releasePairs(releases), clubReleases: releases }
  const former = context === undefined ? null : formerAnswer(context, customFields)
  const base = { calendar, customFields, correctsSpelling: !asTyped, ...(former === null ? {} : { former }) }
  const values = await readQuestionValues(deps, caller, signal)
  const readWith = async (fields: readonly CustomField[]): Promise<Answer> =>
    readWords(asked, { ...base, values: await readAllValues(deps, caller, { values, fields, signal }) })
  const named = customFields.filter(({ label }) => isNamed(label, question))
  const first = await readWith(named)
  // reading the values of every field is slow for large accounts, so a question that needs them says so first
  const read = 'notUnderstood' in first && named.length < customFields.length ? await readWith(customFields) : first
  const asking = { ...base, values }
  if ('notUnderstood' in read) {
    const before = former === null ? null : modelContext(former)
    const assisted = await askAssistant(deps, caller, { question, values, context: before, signal })
    return assisted === null ? presentRefusal(deps, caller, read, asking) : withChips(assisted, asking)
  }
  if ('choices' in read) return { choices: read.choices.map((one) => presentAnswer(deps, caller, one, asking)) }
  return presentAnswer(deps, caller, read, asking)
}
