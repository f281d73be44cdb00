import { z } from 'zod'
import { Choose, type Suggestions, Understood } from '#contract/ask.ts'
import { formatCode } from '#domain/code-labels.ts'
import { ask } from '#insights/ask/ask.ts'
import type { ValueIndex } from '#insights/ask/value-index.ts'
import type { Deps } from '#server/deps.ts'
import { type Caller, callerUserId } from '#server/http/caller.ts'
import { getCachedResult, loadAnalyticsSettings } from '#server/modules/analytics/index.ts'
import { isAnswerable } from '#server/modules/saved-reports/index.ts'
import { colleaguesQuestions, listQuestions } from './history.repo.ts'
import { readColumn, readQuestionValues } from './question-values.ts'

const MAX_OWN = 8
const MAX_TEAM = 6
/** Latest questions of colleagues that the suggestions are chosen from. */
const MAX_READ = 300

interface Known {
  readonly values: ValueIndex
  /** labels of the channels with orders, the busiest first */
  readonly channels: readonly string[]
}

/** Questions that the account's data can be asked, those of everyone first. */
const templates = ({ values, channels }: Known): string[] => {
  const first = (column: keyof ValueIndex): string | undefined => values[column]?.[0]
  const several = (column: keyof ValueIndex): boolean => (values[column]?.length ?? 0) > 1
  const [channel] = channels
  const of = (name: string | undefined, question: (name: string) => string): string[] =>
    name === undefined ? [] : [question(name)]
  const when = (condition: boolean, question: string): string[] => (condition ? [question] : [])
  return [
    ...when(channels.length > 1, 'Sales by channel last month'),
    ...of(channel, (name) => `${name} sales this month vs last year`),
    ...of(first('varietal'), (name) => `${name} sales by month this year`),
    ...when(several('clubName'), 'Members by club'),
    ...of(first('clubName'), (name) => `How many members does ${name} have`),
    ...when(several('varietal'), 'Top 5 varietals this year'),
    ...of(first('experience'), (name) => `${name} guests by month this year`),
    ...when(several('experience'), 'Guests by experience last month'),
    ...when(several('state'), 'Sales by state this year'),
    ...when(several('location'), 'Weeks of supply by product'),
    ...when(channels.length > 0, 'Top 10 customers this year'),
  ]
}

const Channels = z.array(z.string())

const readChannels = async (deps: Deps, caller: Caller, signal: AbortSignal): Promise<string[]> => {
  const settings = await loadAnalyticsSettings(deps, caller)
  const query = 'channels with orders, for suggested questions'
  const cached = await getCachedResult(deps, { settings, query, signal }, (session) =>
    readColumn(session, { columnId: 'channel', source: ['Orders', 'orderCount'] }),
  )
  const codes = cached === null ? [] : Channels.parse(JSON.parse(Buffer.from(cached.bytes).toString('utf8')))
  return codes.filter((code) => code !== 'other').map((code) => String(formatCode('channel', code)))
}

const ownSuggestions = async (deps: Deps, caller: Caller, signal: AbortSignal): Promise<string[]> => {
  const values = await readQuestionValues(deps, caller, signal)
  const channels = await readChannels(deps, caller, signal)
  const { calendar } = await loadAnalyticsSettings(deps, caller)
  const isAnswered = (question: string): boolean => {
    const answer = ask(question, { calendar, values, correctsSpelling: false })
    return 'definition' in answer
  }
  return templates({ values, channels }).filter(isAnswered).slice(0, MAX_OWN)
}

/** What colleagues asked, what most of them did first; without what the user asked. */
const teamSuggestions = async (deps: Deps, caller: Caller): Promise<string[]> => {
  const userId = callerUserId(caller)
  if (userId === null) return []
  const key = { accountId: caller.accountId, userId }
  const own = new Set((await listQuestions(deps.db, key)).map(({ question }) => question.toLowerCase()))
  const rows = await colleaguesQuestions(deps.db, key, MAX_READ)
  const asked = Map.groupBy(rows, ({ question }) => question.toLowerCase())
  return [...asked]
    .filter(([text]) => !own.has(text))
    .map(([, same]) => ({ same, askers: new Set(same.map(({ user_id }) => user_id)).size }))
    .toSorted((a, b) => b.askers - a.askers)
    .flatMap(({ same: [latest] }) => {
      const answer = Understood.or(Choose).safeParse(latest?.answer)
      const isOpen = answer.success && 'definition' in answer.data && isAnswerable(deps, caller, answer.data.definition)
      return latest !== undefined && isOpen ? [latest.question] : []
    })
    .slice(0, MAX_TEAM)
}

/** Questions that the account's own data answers, and those of colleagues without anything personal. */
export const suggestQuestions = async (deps: Deps, caller: Caller, signal: AbortSignal): Promise<Suggestions> => {
  const team = await teamSuggestions(deps, caller)
  const own = (await ownSuggestions(deps, caller, signal)).filter((question) => !team.includes(question))
  return { own, team }
}
