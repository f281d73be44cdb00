import type { Alert, AlertEvent, AlertRecipient } from '#contract/alerts.ts'
import type { ResultColumn } from '#contract/reports.ts'
import { isPermitted } from '#domain/role.ts'
import { resolveReport } from '#reports/kit/resolve-report.ts'
import { InvalidQuery } from '#semantic/query.ts'
import type { Caller } from '#server/http/caller.ts'
import { type AnalyticsSettings, presentColumns } from '#server/modules/analytics/index.ts'
import { presentCondition, presentNumber, presentReading } from './alert-condition.ts'
import type { AlertEventRow, AlertRow } from './alerts.repo.ts'
import type { Recipient } from './recipients.repo.ts'
import { storedReport, watchedRequest } from './watched-report.ts'

type Named = Pick<ResultColumn, 'displayName' | 'format'>

/** Name and format of the watched column; of a report that can no longer be run, what is stored of it. */
const watchedColumn = (row: AlertRow, settings: AnalyticsSettings): Named => {
  const definition = storedReport(row)
  const stored = definition.columns[row.watched_column]
  const displayName = stored?.displayName ?? stored?.columnId ?? ''
  try {
    const watched = { column: row.watched_column, scope: row.scope, condition: row.condition }
    const { query } = resolveReport(watchedRequest(definition, watched), settings.calendar, settings.customFields)
    const [column] = presentColumns(query)
    return column
      ? { displayName: stored?.displayName ?? column.displayName, format: column.format }
      : { displayName, format: 'number' }
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error
    return { displayName, format: row.unit === 'money' ? 'currency' : 'number' }
  }
}

const presentRecipient = ({ userId, name, roles }: Recipient): AlertRecipient => ({
  userId,
  name,
  hasAccess: isPermitted(roles, 'reports'),
})

interface AlertParts {
  readonly settings: AnalyticsSettings
  readonly firedAt: Date | undefined
  readonly recipients: readonly Recipient[]
  /** null: the caller's own */
  readonly ownerName: string | null
}

export const presentAlert = (
  row: AlertRow,
  { account: { currency } }: Pick<Caller, 'account'>,
  { settings, firedAt, recipients, ownerName }: AlertParts,
): Alert => {
  const { displayName, format } = watchedColumn(row, settings)
  const of = { unit: row.scope === 'rows' ? ('number' as const) : row.unit, currency }
  return {
    id: row.id,
    name: row.name,
    ownerName,
    recipients: recipients.map(presentRecipient),
    definition: storedReport(row),
    column: row.watched_column,
    scope: row.scope,
    condition: presentCondition(row.condition, { unit: row.unit, currency }),
    measureName: displayName,
    format,
    isPaused: row.paused_at !== null,
    status: row.status,
    lastValue: row.last_value === null ? null : presentNumber(row.last_value, of),
    lastCheckedUtc: row.last_checked_at?.toISOString() ?? null,
    lastFiredUtc: firedAt?.toISOString() ?? null,
    createdDateUtc: row.created_at.toISOString(),
  }
}

export const presentEvent = (row: AlertEventRow, currency: string): AlertEvent => {
  const of = { unit: row.unit, currency }
  return {
    id: row.id,
    firedUtc: row.fired_at.toISOString(),
    ...row.days,
    readings: row.readings.map((reading) => presentReading(reading, of)),
    count: row.count,
    dataVersion: row.data_version,
    definition: storedReport(row),
    condition: presentCondition(row.condition, of),
  }
}
