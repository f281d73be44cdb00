import type { AuditEntry } from '#contract/account.ts'
import { settingAuditLabel } from '#contract/account-settings.ts'

const fieldLabel = (name: string): string => {
  const text = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const valueText = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ')
  return JSON.stringify(value)
}

/** All details of an entry that the table does not show, as labels and values. */
export const auditDetails = ({ action, target, userId, ip, details }: AuditEntry): [name: string, value: string][] => [
  ...(target === null ? [] : [['Target', target] satisfies [string, string]]),
  ...Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]): [string, string] => [settingAuditLabel(name) ?? fieldLabel(name), valueText(value)]),
  ['IP address', ip ?? 'Unknown'],
  ['User ID', userId ?? 'Unknown'],
  ['Action', action],
]

/** The name of the actor. */
export const actorName = ({ userName, userId }: Pick<AuditEntry, 'userName' | 'userId'>): string => {
  if (userName !== null) return userName
  return userId === null ? 'Cuvee' : 'Former user'
}
