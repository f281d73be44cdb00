import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { DAY_MS } from '#domain/clock.ts'
import { diffDays } from '#domain/ranges/local-day.ts'
import { subjectKey } from '#insights/account/metric.ts'
import { FEWEST_DAYS } from '#insights/account/unanalyzed.ts'
import { type ClubRisk, NOT_RANKED } from '#insights/club-risk/rank-club.ts'
import { type DetectedInsight, isOver } from '#insights/find-insights.ts'
import type { AnalysisInput } from '#insights/insight/inputs.ts'
import { extraFigures } from '#insights/language/figures.ts'
import type { Insight } from '#insights/registry.ts'
import type { InsightFacts } from '#server/db/column-types.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { lockAccount } from '#server/modules/accounts/index.ts'
import {
  type AnalyticsSettings,
  type DataSnapshot,
  loadAnalyticsSettings,
  withConsistentVersion,
} from '#server/modules/analytics/index.ts'
import { goalsToPace } from '#server/modules/goals/index.ts'
import { clubRanked } from '../club-ranked.ts'
import { type MembersOnRecord, readAnalysisInput } from '../history/read-analysis-input.ts'
import { notifyInsights } from '../notify-insights.ts'
import {
  findInsightAccount,
  type InsightAccount,
  lastRun,
  type StoredRun,
  saveRun,
  servicesWithData,
} from '../store/analysis-runs.repo.ts'
import {
  addInsight,
  deleteInsight,
  type InsightRow,
  insightsSince,
  NO_PROGRESS,
  renewInsight,
  votesByKind,
} from '../store/insights.repo.ts'
import { readSettings, type StoredSettings } from '../store/settings.repo.ts'
import { type Names, namesFor } from '../text/names.ts'
import { renderInsight } from '../text/render-insight.ts'
import { findHeldOut } from './held-out.ts'
import { priorityScore, remeasure, type Selection, selectInsights, type Votes } from './select-insights.ts'

/** A batch of members and customers; null after the last one. */
export type PeopleBatch = Pick<AnalysisInput, 'members' | 'customers'>

/** An account with a million orders needs a fraction of this; exceeding it ends the thread, not the server. */
const MAX_HEAP_MB = 2048
/** People copied to the thread at a time: copying all at once would block the event loop. */
const BATCH = 2_000

const batchPeople = function* ({ members, customers }: AnalysisInput): Generator<PeopleBatch> {
  for (let from = 0; from < Math.max(members.length, customers.length); from += BATCH)
    yield { members: members.slice(from, from + BATCH), customers: customers.slice(from, from + BATCH) }
}

/** What the thread answers. */
export interface Detection {
  readonly findings: readonly DetectedInsight[]
  readonly clubRisk: ClubRisk
}

export interface DetectionTask {
  /** without people, who follow in batches */
  readonly input: AnalysisInput
  /** memberships that no insight names as being at risk */
  readonly heldOut: ReadonlySet<string>
}

/** Detects insights in a worker thread, so that requests are not blocked. */
const detectInWorker = async (
  input: AnalysisInput,
  heldOut: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Detection> => {
  const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB }
  const workerData: DetectionTask = { input: { ...input, members: [], customers: [] }, heldOut }
  const worker = new Worker(new URL('./detect-insights.worker.ts', import.meta.url), { workerData, resourceLimits })
  try {
    for (const batch of batchPeople(input)) {
      worker.postMessage(batch)
      await once(worker, 'message', { signal })
    }
    worker.postMessage(null)
    const [detection]: Detection[] = await once(worker, 'message', { signal })
    if (!detection) throw new Error('The worker returned no insights')
    return detection
  } finally {
    await worker.terminate()
  }
}

/** Days in which known insights are recognized, and votes count. */
const KNOWN_DAYS = 120
const VOTE_DAYS = 180

export interface AnalysisResult {
  readonly account: InsightAccount
  readonly settings: AnalyticsSettings
  readonly chosen: StoredSettings
  /** rows added by this run */
  readonly added: readonly InsightRow[]
  /** the account was never analyzed before */
  readonly isFirst: boolean
}

interface Detected extends Detection {
  readonly task: AnalysisInput
  readonly people: MembersOnRecord
  readonly names: Names
  readonly dataVersion: number
}

interface AnalysisRun {
  readonly account: InsightAccount
  readonly settings: AnalyticsSettings
  readonly chosen: StoredSettings
  readonly previousRun: StoredRun | undefined
  readonly signal: AbortSignal
}

const NOTHING_DETECTED: Detection = { findings: [], clubRisk: NOT_RANKED }

/** Reads the history of one data version and detects insights. */
const detect = async (deps: Deps, run: AnalysisRun, { openSession, dataVersion }: DataSnapshot): Promise<Detected> => {
  const { account, settings, chosen, previousRun, signal } = run
  const session = openSession(signal)
  const services = await servicesWithData(deps.db, account.accountId)
  const { task, people } = await readAnalysisInput({
    session,
    settings,
    serviceIds: services.map(({ id }) => id),
    analyzedUntil: previousRun?.analyzed_until ?? null,
    country: account.country,
    sensitivity: chosen.sensitivity,
    goals: await goalsToPace(deps, account, settings.calendar.today),
  })
  const isTooShort = diffDays(task.range.from, task.range.until) < FEWEST_DAYS
  const { accountId } = account
  const membershipIds = task.members.map(({ membershipId }) => membershipId)
  const members = { membershipIds, customerOf: people.customerOf, today: settings.calendar.today }
  const heldOut = await findHeldOut(deps.db, accountId, members)
  const detection = isTooShort ? NOTHING_DETECTED : await detectInWorker(task, heldOut, signal)
  const findings = detection.findings.filter(({ insight }) => !isOver(insight, task))
  const insights = findings.map(({ insight }) => insight)
  const names = await namesFor(insights, { session, services, customerOf: people.customerOf })
  return { task, people, findings, clubRisk: detection.clubRisk, names, dataVersion }
}

interface StoreOptions {
  readonly detected: Detected
  readonly currency: string
  readonly votes: Votes
  readonly at: Date
}

const toInsightFacts = ({ insight, charts }: DetectedInsight, { detected, currency }: StoreOptions): InsightFacts => ({
  insight,
  charts,
  extra: extraFigures(insight),
  names: detected.names,
  currency,
})

/** What a name is of, before the ID or value: `product `, `person `, `customer of `. */
const KIND_OF_NAME = /^(?:customer of|\S+) /

/** Keeps only the names that the insight mentions. */
const withOwnNames = (facts: InsightFacts): InsightFacts => {
  const text = JSON.stringify(facts.insight)
  const isOwn = ([key]: [string, string]): boolean =>
    key === subjectKey(facts.insight.subject) || text.includes(JSON.stringify(key.replace(KIND_OF_NAME, '')))
  return { ...facts, names: Object.fromEntries(Object.entries(facts.names).filter(isOwn)) }
}

const storedFieldsOf = (finding: DetectedInsight, options: StoreOptions) => ({
  facts: withOwnNames(toInsightFacts(finding, options)),
  weight: priorityScore(finding.insight, options.votes),
  data_version: options.detected.dataVersion,
  as_of: options.at,
  ends_on: finding.insight.period.until,
})

/** Insights that cannot be rendered are not stored. */
const canBeRendered = (deps: Deps, facts: InsightFacts): boolean => {
  try {
    renderInsight(facts, 'en-US')
    return true
  } catch (error) {
    deps.log.error({ err: error, key: facts.insight.key }, 'an insight could not be rendered')
    return false
  }
}

const addNew = async (deps: Deps, trx: Db, added: Selection['added'], options: StoreOptions, accountId: number) => {
  const rows: InsightRow[] = []
  for (const { finding, weight } of added) {
    const fields = storedFieldsOf(finding, options)
    if (!canBeRendered(deps, fields.facts)) continue
    const { key, kind, subject } = finding.insight
    const row = {
      id: deps.ids.next(),
      account_id: accountId,
      key,
      kind,
      subject: subjectKey(subject),
      ...fields,
      weight,
    }
    await addInsight(trx, row, options.at)
    rows.push({ ...row, ...NO_PROGRESS, rephrased: null, created_at: options.at })
  }
  return rows
}

const changeSign = ({ figures }: Insight): number =>
  Math.sign(figures.find(({ id }) => id === 'difference' || id === 'change')?.value ?? 0)

/** Stored insights follow the data: their figures are measured again, and those no longer true are deleted. */
const refreshInsight = async (trx: Db, row: InsightRow, options: StoreOptions): Promise<void> => {
  const { insight } = row.facts
  // What users acted on stays, with what came of it.
  if (isOver(insight, options.detected.task)) return row.acted_at === null ? deleteInsight(trx, row) : undefined
  const remeasured = remeasure(insight, options.detected.task)
  if (remeasured === 'unknown') return
  const at = { data_version: options.detected.dataVersion, as_of: options.at, ends_on: row.ends_on, weight: row.weight }
  if (remeasured === 'same') return renewInsight(trx, row, { ...at, facts: row.facts }, options.at)
  const now: Insight = { ...insight, figures: remeasured.figures }
  if (changeSign(now) !== changeSign(insight)) return deleteInsight(trx, row)
  return renewInsight(trx, row, { ...at, facts: { ...row.facts, insight: now }, rephrased: null }, options.at)
}

const storeInsights = async (deps: Deps, run: AnalysisRun, detected: Detected): Promise<InsightRow[]> => {
  const { account, chosen, previousRun } = run
  const { accountId } = account
  const now = deps.clock.now()
  const stored = await insightsSince(deps.db, accountId, new Date(now - KNOWN_DAYS * DAY_MS))
  const votes = await votesByKind(deps.db, accountId, new Date(now - VOTE_DAYS * DAY_MS))
  const { kinds, sensitivity } = chosen
  const input = { stored, kinds, sensitivity, votes, now, isFirstRun: previousRun === undefined }
  const { renewed, added } = selectInsights(detected.findings, input)
  const options: StoreOptions = { detected, currency: account.account.currency, votes, at: new Date(now) }
  return inTransaction(deps.db, async (trx) => {
    await lockAccount(trx, accountId)
    // Another run finished in the meantime: its insights must not be duplicated.
    if ((await lastRun(trx, accountId))?.analyzed_at.getTime() !== previousRun?.analyzed_at.getTime()) return []
    const continuedIds = new Set(renewed.map(({ row }) => row.id))
    for (const row of stored) if (!continuedIds.has(row.id)) await refreshInsight(trx, row, options)
    for (const { row, finding } of renewed)
      await renewInsight(trx, row, { ...storedFieldsOf(finding, options), rephrased: null }, options.at)
    const rows = await addNew(deps, trx, added, options, accountId)
    await notifyInsights(deps, trx, account, rows)
    const today = run.settings.calendar.today
    const { task, people, clubRisk } = detected
    await deps.events.publish(trx, clubRanked, { accountId, today, clubRisk, members: task.members, ...people })
    await saveRun(trx, accountId, {
      data_version: detected.dataVersion,
      analyzed_at: options.at,
      analyzed_until: today,
      series_count: detected.task.series.length + detected.task.conversions.length,
    })
    return rows
  })
}

/**
 * Analyzes an account and stores its insights. Null when nothing changed since the last run, or there is
 * no data yet.
 */
export const analyzeAccount = async (
  deps: Deps,
  accountId: number,
  signal: AbortSignal,
): Promise<AnalysisResult | null> => {
  const account = await findInsightAccount(deps.db, accountId)
  if (account === undefined) return null
  const settings = await loadAnalyticsSettings(deps, account)
  const previousRun = await lastRun(deps.db, accountId)
  const { dataVersion } = await deps.warehouse.status(accountId)
  const isUnchanged =
    previousRun?.data_version === dataVersion && previousRun.analyzed_until === settings.calendar.today
  if (dataVersion === 0 || isUnchanged) return null
  const chosen = await readSettings(deps.db, accountId)
  const run: AnalysisRun = { account, settings, chosen, previousRun, signal }
  const detected = await withConsistentVersion(deps, settings, (snapshot) => detect(deps, run, snapshot))
  return {
    account,
    settings,
    chosen,
    added: await storeInsights(deps, run, detected),
    isFirst: previousRun === undefined,
  }
}
