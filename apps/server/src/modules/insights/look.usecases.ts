import { diffDays } from '#domain/ranges/local-day.ts'
import { subjectKey } from '#insights/account/metric.ts'
import type { DetectedInsight } from '#insights/find-insights.ts'
import type { AnalysisInput } from '#insights/insight/inputs.ts'
import { extraFigures } from '#insights/language/figures.ts'
import type { Insight } from '#insights/registry.ts'
import type { Db } from '#server/db/database.ts'
import type { InsightFacts } from '#server/db/stored-insight.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import {
  type AnalyticsSettings,
  loadAnalyticsSettings,
  QuerySession,
  StaleVersionError,
} from '#server/modules/analytics/index.ts'
import { lockAccount } from '#server/modules/services/index.ts'
import { findInOwnThread } from './find/in-own-thread.ts'
import { goalsToPace } from './goals.usecases.ts'
import { readTask } from './history/read-task.ts'
import { type Choice, chooseNew, type Votes, weightOf } from './store/choose-new.ts'
import { findInsightAccount, type InsightAccount, servicesWithData } from './store/insight-account.repo.ts'
import {
  addInsight,
  dropInsight,
  type InsightRow,
  insightsSince,
  renewInsight,
  votesByKind,
} from './store/insights.repo.ts'
import { keepLook, type Look, lastLook } from './store/looks.repo.ts'
import { measureAgain } from './store/measure-again.ts'
import { readSettings, type StoredSettings } from './store/settings.repo.ts'
import { tellOfInsights } from './tell-of-insights.ts'
import { type Names, namesFor } from './words/names.ts'
import { renderInsight } from './words/words-of.ts'

const MAX_TRIES = 3
/** Days in which what was told is known again, and votes count. */
const KNOWN_DAYS = 120
const VOTE_DAYS = 180
const DAY_MS = 86_400_000
/** Nothing is judged before. */
const FEWEST_DAYS = 56

export interface Looked {
  readonly account: InsightAccount
  readonly settings: AnalyticsSettings
  readonly chosen: StoredSettings
  /** rows that are new with this look */
  readonly added: readonly InsightRow[]
  /** nobody had looked at the account before */
  readonly isFirst: boolean
}

interface Seen {
  readonly task: AnalysisInput
  readonly findings: readonly DetectedInsight[]
  readonly names: Names
  readonly dataVersion: number
}

interface Looking {
  readonly account: InsightAccount
  readonly settings: AnalyticsSettings
  readonly chosen: StoredSettings
  readonly look: Look | undefined
  readonly signal: AbortSignal
}

/** Reads the history and finds what there is to tell, all at one data version. */
const see = async (deps: Pick<Deps, 'db' | 'warehouse'>, looking: Looking, dataVersion: number): Promise<Seen> => {
  const { account, settings, chosen, look, signal } = looking
  const session = new QuerySession(deps.warehouse, settings, dataVersion, signal)
  const services = await servicesWithData(deps.db, account.accountId)
  const { task, customerOf } = await readTask({
    session,
    settings,
    serviceIds: services.map(({ id }) => id),
    lookedUntil: look?.looked_until ?? null,
    country: account.country,
    sensitivity: chosen.sensitivity,
    goals: await goalsToPace(deps, account),
  })
  const isTooShort = diffDays(task.range.from, task.range.until) < FEWEST_DAYS
  const findings = isTooShort ? [] : await findInOwnThread(task, signal)
  const insights = findings.map(({ insight }) => insight)
  const names = await namesFor(insights, { session, services, customerOf })
  return { task, findings, names, dataVersion }
}

const seeAtOneVersion = async (deps: Pick<Deps, 'db' | 'warehouse'>, looking: Looking): Promise<Seen> => {
  for (let attempt = 1; ; attempt += 1) {
    const { dataVersion } = await deps.warehouse.status(looking.account.accountId)
    try {
      return await see(deps, looking, dataVersion)
    } catch (error) {
      if (!(error instanceof StaleVersionError) || attempt === MAX_TRIES) throw error
    }
  }
}

interface Keeping {
  readonly seen: Seen
  readonly currency: string
  readonly votes: Votes
  readonly at: Date
}

const factsOf = ({ insight, charts }: DetectedInsight, { seen, currency }: Keeping): InsightFacts => ({
  insight,
  charts,
  extra: extraFigures(insight),
  names: seen.names,
  currency,
})

/** Names of others stay with those whom they belong to. */
const withOwnNames = (facts: InsightFacts): InsightFacts => {
  const text = JSON.stringify(facts.insight)
  const isOwn = ([key]: [string, string]): boolean =>
    key === subjectKey(facts.insight.subject) || text.includes(JSON.stringify(key.slice(key.indexOf(' ') + 1)))
  return { ...facts, names: Object.fromEntries(Object.entries(facts.names).filter(isOwn)) }
}

const keptOf = (finding: DetectedInsight, keeping: Keeping) => ({
  facts: withOwnNames(factsOf(finding, keeping)),
  weight: weightOf(finding.insight, keeping.votes),
  data_version: keeping.seen.dataVersion,
  as_of: keeping.at,
  ends_on: finding.insight.period.until,
})

/** What no reader could be told is not kept. */
const canBeTold = (deps: Pick<Deps, 'log'>, facts: InsightFacts): boolean => {
  try {
    renderInsight(facts, 'en-US')
    return true
  } catch (error) {
    deps.log.error({ err: error, key: facts.insight.key }, 'an insight could not be told')
    return false
  }
}

const addAll = async (
  deps: Pick<Deps, 'ids' | 'log'>,
  trx: Db,
  added: Choice['added'],
  keeping: Keeping,
  accountId: number,
) => {
  const rows: InsightRow[] = []
  for (const { finding, weight } of added) {
    const kept = keptOf(finding, keeping)
    if (!canBeTold(deps, kept.facts)) continue
    const { key, kind, subject } = finding.insight
    const row = { id: deps.ids.next(), account_id: accountId, key, kind, subject: subjectKey(subject), ...kept, weight }
    await addInsight(trx, row, keeping.at)
    rows.push({ ...row, rephrased: null, created_at: keeping.at, dismissed_at: null })
  }
  return rows
}

const signOf = ({ figures }: Insight): number =>
  Math.sign(figures.find(({ id }) => id === 'difference' || id === 'change')?.value ?? 0)

/** What was told before follows the data: its figures are measured again, and what turned out untrue is gone. */
const followData = async (trx: Db, row: InsightRow, keeping: Keeping): Promise<void> => {
  const { insight } = row.facts
  const again = measureAgain(insight, keeping.seen.task)
  if (again === 'unknown') return
  const at = { data_version: keeping.seen.dataVersion, as_of: keeping.at, ends_on: row.ends_on, weight: row.weight }
  if (again === 'same') return renewInsight(trx, row, { ...at, facts: row.facts }, keeping.at)
  const now: Insight = { ...insight, figures: again.figures }
  if (signOf(now) !== signOf(insight)) return dropInsight(trx, row)
  return renewInsight(trx, row, { ...at, facts: { ...row.facts, insight: now }, rephrased: null }, keeping.at)
}

const keepAll = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'log' | 'db' | 'mailer' | 'publicUrl'>,
  looking: Looking,
  seen: Seen,
): Promise<InsightRow[]> => {
  const { account, chosen, look } = looking
  const { accountId } = account
  const now = deps.clock.now()
  const stored = await insightsSince(deps.db, accountId, new Date(now - KNOWN_DAYS * DAY_MS))
  const votes = await votesByKind(deps.db, accountId, new Date(now - VOTE_DAYS * DAY_MS))
  const { kinds, sensitivity } = chosen
  const told = { stored, kinds, sensitivity, votes, now, isFirstLook: look === undefined }
  const { renewed, added } = chooseNew(seen.findings, told)
  const keeping: Keeping = { seen, currency: account.account.currency, votes, at: new Date(now) }
  return inTransaction(deps.db, async (trx) => {
    await lockAccount(trx, accountId)
    // Somebody else looked meanwhile: what they told is not told twice.
    if ((await lastLook(trx, accountId))?.looked_at.getTime() !== look?.looked_at.getTime()) return []
    const goesOn = new Set(renewed.map(({ row }) => row.id))
    for (const row of stored) if (!goesOn.has(row.id)) await followData(trx, row, keeping)
    for (const { row, finding } of renewed)
      await renewInsight(trx, row, { ...keptOf(finding, keeping), rephrased: null }, keeping.at)
    const rows = await addAll(deps, trx, added, keeping, accountId)
    await tellOfInsights(deps, trx, account, rows)
    const lookedUntil = looking.settings.calendar.today
    await keepLook(trx, accountId, {
      data_version: seen.dataVersion,
      looked_at: keeping.at,
      looked_until: lookedUntil,
      series_count: seen.task.series.length + seen.task.conversions.length,
    })
    return rows
  })
}

/**
 * Looks at an account's numbers and keeps what there is to tell. Null where nothing changed since the last look, or there is
 * nothing to look at yet.
 */
export const lookAtAccount = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'log' | 'db' | 'warehouse' | 'mailer' | 'publicUrl'>,
  accountId: number,
  signal: AbortSignal,
): Promise<Looked | null> => {
  const account = await findInsightAccount(deps.db, accountId)
  if (account === undefined) return null
  const settings = await loadAnalyticsSettings(deps, account)
  const look = await lastLook(deps.db, accountId)
  const { dataVersion } = await deps.warehouse.status(accountId)
  const isSeen = look?.data_version === dataVersion && look.looked_until === settings.calendar.today
  if (dataVersion === 0 || isSeen) return null
  const chosen = await readSettings(deps.db, accountId)
  const looking: Looking = { account, settings, chosen, look, signal }
  const seen = await seeAtOneVersion(deps, looking)
  return { account, settings, chosen, added: await keepAll(deps, looking, seen), isFirst: look === undefined }
}
