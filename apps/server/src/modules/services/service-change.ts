import { findConnector } from '#connectors/registry.ts'
import type { AuditDetails } from '#server/http/call.ts'
import type { ServiceRow } from './services.repo.ts'

const formatValue = (value: unknown): string =>
  value === undefined || value === null || value === ''
    ? 'none'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)

/** `name: old → new` for every value that differs. */
const differences = (before: AuditDetails, after: AuditDetails): AuditDetails => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => formatValue(before[name]) !== formatValue(after[name]))
  return Object.fromEntries(changed.map((name) => [name, `${formatValue(before[name])} → ${formatValue(after[name])}`]))
}

const auditedValues = ({ name, settings, sync_every_minutes: syncEveryMinutes }: ServiceRow): AuditDetails => ({
  ...settings,
  name,
  syncEveryMinutes,
})

/** What a change of a service is in the audit log: old and new values, and of secrets only the names. */
export const describeServiceChange = (
  before: ServiceRow,
  after: ServiceRow,
  given: Readonly<Record<string, unknown>> = {},
): AuditDetails => {
  const properties = findConnector(before.type)?.settingsSchema.properties ?? {}
  const secrets = Object.keys(given).filter((name) => properties[name]?.writeOnly === true)
  return {
    ...differences(auditedValues(before), auditedValues(after)),
    ...(secrets.length > 0 ? { secretsReplaced: secrets } : {}),
  }
}
