import { ChipQuestion, Completion, type Context, type NotUnderstood, type Understood } from '#contract/ask.ts'
import { releasePairs } from '#domain/ranges/release-pairs.ts'
import type { AskContext } from '#insights/ask/ask.ts'
import { askChips, questionOf } from '#insights/ask/chips/ask-chips.ts'
import { complete } from '#insights/ask/chips/complete.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { loadAnalyticsSettings, readClubReleases, withCompared } from '#server/modules/analytics/index.ts'
import { formerAnswer } from './former-answer.ts'
import { countChips } from './history.repo.ts'
import { presentAnswer, presentRefusal } from './present-answer.ts'
import { readAllValues, readQuestionValues } from './question-values.ts'

/** Chips name what they mean, so that the names in an account's data are not needed. */
const NO_VALUES: AskContext['values'] = {}

const NOT_CHIPS: NotUnderstood = {
  notUnderstood: [],
  suggestions: [],
  reason: 'This report has parts that a question can’t say. Change it in the builder.',
}

const isComparedByRelease = ({ chips }: ChipQuestion): boolean =>
  chips.some((one) => one.kind === 'compare' && one.mode === 'sameRelease')

/** The report that chips ask for. */
export const composeQuestion = async (
  deps: Deps,
  caller: Caller,
  question: ChipQuestion,
): Promise<Understood | NotUnderstood> => {
  const settings = await loadAnalyticsSettings(deps, caller)
  const releases = isComparedByRelease(question) ? await readClubReleases(deps, settings) : []
  const calendar = { ...settings.calendar, releases: releasePairs(releases), clubReleases: releases }
  const context = { calendar, customFields: settings.customFields, values: NO_VALUES }
  const answer = askChips(question, context)
  return 'definition' in answer
    ? presentAnswer(deps, caller, answer, context)
    : presentRefusal(deps, caller, answer, context)
}

/** A report as the chips that ask for it. */
export const chipsOfReport = async (
  deps: Deps,
  caller: Caller,
  report: Context,
): Promise<Understood | NotUnderstood> => {
  const { calendar, customFields } = await loadAnalyticsSettings(deps, caller)
  const former = formerAnswer(report, customFields)
  const question = former && questionOf(former, { calendar, customFields, values: NO_VALUES })
  return question === null ? NOT_CHIPS : composeQuestion(deps, caller, ChipQuestion.parse(question))
}

interface Typing {
  readonly question: ChipQuestion
  readonly text: string
  readonly replacing: number | null
}

/** What a question can go on with, best first. */
export const completeQuestion = async (
  deps: Deps,
  caller: Caller,
  { question, text, replacing }: Typing,
  signal: AbortSignal,
): Promise<Completion[]> => {
  const { calendar, customFields } = await withCompared(deps, await loadAnalyticsSettings(deps, caller), 'plan')
  const named = await readQuestionValues(deps, caller, signal)
  const values = await readAllValues(deps, caller, { values: named, fields: customFields, signal })
  const uses = await countChips(deps.db, caller)
  const typed = { text, replacing, uses }
  return complete(question, typed, { calendar, customFields, values }).map((one) => Completion.parse(one))
}
