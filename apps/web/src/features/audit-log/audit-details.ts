import type { AuditEntry } from '#contract/account.ts'

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

/** All that is known of a line beside what the table shows, as names and values. */
export const auditDetails = ({ action, target, userId, ip, details }: AuditEntry): [name: string, value: string][] => [
  ...(target === null ? [] : [['Target', target] satisfies [string, string]]),
  ...Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]): [string, string] => [fieldLabel(name), valueText(value)]),
  ['IP address', ip ?? 'Unknown'],
  ['User ID', userId ?? 'Unknown'],
  ['Action', action],
]

/** Who it was, as far as the log can tell. */
export const actorName = ({ userName, userId }: Pick<AuditEntry, 'userName' | 'userId'>): string => {
  if (userName !== null) return userName
  return userId === null ? 'Cuvee' : 'Former user'
}
