import type { AlertReading } from '#contract/alerts.ts'
import { Failure } from '#contract/errors.ts'
import type { AlertStatus } from '#domain/alerts.ts'
import { isReadOnly } from '#domain/plan.ts'
import { RANGE_RULES, RELATIVE_RANGES } from '#domain/ranges/relative-range.ts'
import type { ResolvedRange } from '#domain/ranges/resolve-range.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { isPermitted } from '#domain/role.ts'
import { InvalidQuery } from '#semantic/query.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { type AnalyticsSettings, loadAnalyticsSettings } from '#server/modules/analytics/index.ts'
import { notify } from '#server/modules/notifications/index.ts'
import { findDefinition } from '#server/modules/reports/index.ts'
import { checkCondition, presentCondition, presentReading } from './alert-condition.ts'
import { alertMessage } from './alert-message.ts'
import {
  type AlertAccount,
  type AlertRow,
  alertFired,
  alertsToCheck,
  type CheckedAlert,
  findAlertAccount,
  findLastSyncTime,
  insertEvent,
  lockUnchecked,
  updateAlert,
} from './alerts.repo.ts'
import { type ReadNumbers, readNumbers } from './read-numbers.ts'
import { listReaders } from './recipients.ts'
import { storedReport } from './watched-report.ts'

/** What met an alert's condition when it was last checked. */
export interface OpenState {
  /** as `formatAlertPeriod` */
  readonly period: string
  /** keys of the total or of rows */
  readonly keys: readonly string[]
}

/**
 * The next state, and the keys to notify of: those that did not meet the condition in the same period before. A key that recovered is
 * no longer open, so it fires again.
 */
export const advanceState = (
  open: OpenState,
  now: OpenState,
): { readonly open: OpenState; readonly fired: readonly string[] } => {
  const known = new Set(open.period === now.period ? open.keys : [])
  return { open: now, fired: now.keys.filter((key) => !known.has(key)) }
}

/**
 * Identifies the period that a range is in: each day, week or month is a new one. Rolling ranges, such as the last 7 days, and custom
 * ranges stay in one period.
 */
export const formatAlertPeriod = (rangeName: string, range: Pick<ResolvedRange, 'from'> | null): string => {
  const name = RELATIVE_RANGES.find((one) => one === rangeName)
  if (range === null || name === undefined || name === 'None') return ''
  return RANGE_RULES[name].kind === 'days' ? '' : range.from
}

/**
 * Whether the data reaches the end of a range: it was loaded after the range's last day, or today if the range includes today. Without
 * a range the data shows the current state.
 */
export const isReached = (range: ResolvedRange | null, dataDay: string, today: string): boolean =>
  range === null || dataDay >= (range.partial ? today : range.until)

interface Check {
  readonly account: AlertAccount
  readonly settings: AnalyticsSettings
  /** local day on which the data was last brought up to date */
  readonly dataDay: string
  readonly dataVersion: number
  readonly signal: AbortSignal
}

interface MetReading extends AlertReading {
  readonly key: string
}

interface Outcome {
  readonly status: AlertStatus
  readonly lastValue: number | null
  /** null: the state stays as it is */
  readonly open: OpenState | null
  readonly met: readonly MetReading[]
  readonly read: ReadNumbers | null
}

const UNCHANGED = { open: null, met: [], read: null } as const

const readerIn = (culture: string, { settings: { currency, timeZone } }: Check) => ({ culture, currency, timeZone })

/** What the alert finds in the data. */
const checkNumbers = (alert: CheckedAlert, read: ReadNumbers, { settings, dataDay }: Check): Outcome => {
  const { scope, condition, definition } = alert
  if (!isReached(read.range, dataDay, settings.calendar.today))
    return { ...UNCHANGED, status: 'waiting', lastValue: null }
  const checked = read.numbers.map((number) => ({ number, result: checkCondition(condition, number) }))
  const met = checked.flatMap(({ number: { key, label }, result }) =>
    result?.isMet ? [{ key, label, value: result.value, compared: result.compared }] : [],
  )
  const lastValue = scope === 'rows' ? met.length : (read.numbers[0]?.value ?? null)
  const isUnknown = checked.length > 0 && checked.every(({ result }) => result === null)
  if (isUnknown) return { ...UNCHANGED, status: 'unknown', lastValue: scope === 'rows' ? null : lastValue }
  const period = formatAlertPeriod(definition.relativeDateFilter?.relativeRange ?? 'None', read.range)
  const open = { period, keys: met.map(({ key }) => key) }
  return { status: met.length > 0 ? 'firing' : 'ok', lastValue, open, met, read }
}

/** Whether the report itself is at fault: a removed field or service, or too many rows. */
const cannotRun = (error: unknown): boolean =>
  error instanceof InvalidQuery || (error instanceof Failure && error.status < 500)

const evaluate = async (deps: Deps, alert: CheckedAlert, check: Check): Promise<Outcome> => {
  const { account, settings, signal } = check
  const { accountId, accountType, country } = account
  const reader = { accountId, accountType, userId: alert.user_id }
  try {
    const definition = await findDefinition(deps, reader, storedReport(alert))
    const watched = { column: alert.watched_column, scope: alert.scope, condition: alert.condition }
    const names = readerIn(alert.ownCulture ?? account.account.culture, check)
    const request = { definition, watched, unit: alert.unit, settings, reader: names, country, signal }
    return checkNumbers(alert, await readNumbers(deps, request), check)
  } catch (error) {
    if (!cannotRun(error)) throw error
    return { ...UNCHANGED, status: 'failed', lastValue: null }
  }
}

/** Readings that an event keeps. */
const MAX_READINGS = 20

/**
 * Stores what was found and, in the same transaction, the event and its notification. Nothing happens when another process checked the
 * alert, or its owner changed it, in the meantime.
 */
const settle = (deps: Deps, alert: CheckedAlert, check: Check, outcome: Outcome): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    const row = await lockUnchecked(trx, alert)
    if (row === undefined) return
    const known = { period: row.open_period, keys: row.open_keys }
    const { open, fired } = outcome.open === null ? { open: known, fired: [] } : advanceState(known, outcome.open)
    await updateAlert(trx, row, {
      status: outcome.status,
      last_value: outcome.lastValue,
      last_checked_at: new Date(deps.clock.now()),
      checked_version: check.dataVersion,
      checked_day: check.settings.calendar.today,
      open_period: open.period,
      open_keys: JSON.stringify(open.keys),
    })
    const isNew = new Set(fired)
    const readings = outcome.met.filter(({ key }) => isNew.has(key))
    if (outcome.read !== null && readings.length > 0)
      await fire({ ...deps, db: trx }, alert, check, { read: outcome.read, readings })
  })

interface Fired {
  readonly read: ReadNumbers
  readonly readings: readonly MetReading[]
}

const fire = async (deps: Deps, alert: CheckedAlert, check: Check, { read, readings }: Fired): Promise<void> => {
  const id = deps.ids.next()
  const { account_id: accountId, unit, name } = alert
  const { column } = read
  const { range, compareRange } = read.likeForLike ?? read
  const days = (given: ReadNumbers['range']) => given && { from: given.from, until: given.until }
  const kept = readings.slice(0, MAX_READINGS).map(({ label, value, compared }) => ({ label, value, compared }))
  await insertEvent(deps.db, {
    id,
    account_id: accountId,
    alert_id: alert.id,
    fired_at: new Date(deps.clock.now()),
    definition: JSON.stringify(alert.definition),
    condition: JSON.stringify(alert.condition),
    unit,
    days: JSON.stringify({ range: days(range), compareRange: days(compareRange) }),
    readings: JSON.stringify(kept),
    count: readings.length,
    data_version: read.dataVersion,
  })
  const of = { unit, currency: check.settings.currency }
  const fired = {
    name,
    condition: presentCondition(alert.condition, of),
    column,
    range,
    compareRange,
    dataStarts: read.likeForLike?.dataStarts ?? null,
    readings: kept.map((reading) => presentReading(reading, of)),
    count: readings.length,
  }
  const link = { label: 'See the number', path: `/alerts?alert=${alert.id}` } as const
  const messageIn = (culture: string, ownerName: string | null) => ({
    ...alertMessage({ ...fired, ownerName }, readerIn(culture, check)),
    link,
  })
  await deps.events.publish(deps.db, alertFired, {
    accountId,
    alertId: alert.id,
    eventId: id,
    name,
    range: days(range),
    compareRange: days(compareRange),
    readings: fired.readings,
    count: fired.count,
    message: messageIn(check.account.account.culture, null),
  })
  for (const { userIds, culture, ownerName } of await listReaders(deps.db, alert, check.account))
    await notify(deps, deps.db, {
      accountId,
      kind: 'alert',
      to: { userIds },
      event: `alert ${id}`,
      ...messageIn(culture, ownerName),
    })
}

/** Whether nothing that the alert depends on has changed since it was checked. */
const isCurrent = ({ status, checked_version, checked_day }: AlertRow, { dataVersion, settings }: Check): boolean =>
  status !== 'waiting' && checked_version === dataVersion && checked_day === settings.calendar.today

/** Checks every alert of an account once against its current data. One that fails does not keep others from being checked. */
export const checkAlerts = async (deps: Deps, accountId: number, signal: AbortSignal): Promise<void> => {
  const account = await findAlertAccount(deps.db, accountId)
  if (account === undefined || isReadOnly(account, deps.clock.now())) return
  const settings = await loadAnalyticsSettings(deps, account)
  const { dataVersion, loadedAt } = await deps.warehouse.status(accountId)
  if (dataVersion === 0) return
  const synced = (await findLastSyncTime(deps.db, accountId))?.getTime() ?? 0
  const dataDay = localDayOf(Math.max(loadedAt ?? 0, synced), settings.timeZone)
  const check: Check = { account, settings, dataDay, dataVersion, signal }
  for (const alert of await alertsToCheck(deps.db, accountId)) {
    signal.throwIfAborted()
    if (!isPermitted(alert.roles, 'reports') || isCurrent(alert, check)) continue
    try {
      await settle(deps, alert, check, await evaluate(deps, alert, check))
    } catch (error) {
      signal.throwIfAborted()
      deps.log.error({ err: error, alertId: alert.id, accountId }, 'alert could not be checked')
    }
  }
}
