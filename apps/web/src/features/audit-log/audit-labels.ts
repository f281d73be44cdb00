import type { AnyContractProcedure } from '@orpc/contract'
import type { AuditEntry } from '#contract/account.ts'
import { settingAuditLabel } from '#contract/account-settings.ts'
import type { AuditArea, EndpointMeta } from '#contract/endpoint.ts'
import { nameToWords, upperFirst } from '#domain/text.ts'

type Routes = Readonly<Record<string, Readonly<Record<string, AnyContractProcedure>>>>

interface AuditSection {
  readonly title: string
  /** labels by action code */
  readonly actions: Readonly<Record<string, string>>
}

const TITLES: readonly (readonly [area: AuditArea, title: string])[] = [
  ['security', 'Sign-in and security'],
  ['people', 'People'],
  ['account', 'Account'],
  ['billing', 'Billing'],
  ['services', 'Services and data'],
  ['dashboards', 'Dashboards'],
  ['reports', 'Reports'],
  ['insights', 'Insights and goals'],
  ['notifications', 'Notifications and feedback'],
]

/** Actions that are not the name of an endpoint. */
const OTHER_ACTIONS: Readonly<Partial<Record<AuditArea, Readonly<Record<string, string>>>>> = {
  security: {
    'session.began': 'Signed in',
    'session.ended': 'Signed out',
    'session.refused': 'Sign-in failed',
    'session.limited': 'Sign-in blocked after too many attempts',
    'session.replayed': 'Reused an expired session token; session ended',
    'session.second_factor_refused': 'Failed two-step verification',
    'session.password_refused': 'Tried a password where single sign-on is required',
    'session.sign_on_refused': 'Single sign-on failed',
    'user.sign_on_connected': 'Signed in by single sign-on for the first time',
    'user.proof_refused': 'Failed an identity check',
    'user.password_change_refused': 'Entered an incorrect password',
    'user.email_change_refused': 'Entered an incorrect password to change the email address',
    'user.password_reset_requested': 'Requested a password reset',
    'user.password_reset': 'Reset their password',
  },
  people: {
    'user.raise_refused': 'Role change denied',
    'user.email_verified': 'Verified their email address',
    'user.email_changed': 'Changed their email address',
    'user.email_released': 'Lost an unverified email address that someone else confirmed',
    'user.email_change_undone': 'Undid the change of their email address',
    'user.created_by_sign_on': 'Added by their first single sign-on',
    'invitation.accepted': 'Accepted an invitation',
  },
  account: {
    'account.created': 'Registered the account',
    'account.remove_refused': 'Entered an incorrect password to delete the account',
  },
  services: {
    'services.keys_received': 'Received keys from a platform',
  },
}

/** Every action that the audit log can name, by section; those of endpoints come from their contract entries. */
export const listAuditSections = (routes: Routes): readonly AuditSection[] => {
  const ofEndpoints = Object.entries(routes).flatMap(([noun, calls]) =>
    Object.entries(calls).map(([call, procedure]) => {
      const { audit }: Pick<EndpointMeta, 'audit'> = procedure['~orpc'].meta
      return { code: `${noun}.${call}`, audit }
    }),
  )
  return TITLES.map(([area, title]) => {
    const labelled = ofEndpoints.flatMap(({ code, audit }) => (audit?.area === area ? [[code, audit.label]] : []))
    return { title, actions: { ...Object.fromEntries(labelled), ...OTHER_ACTIONS[area] } }
  })
}

/** Falls back to the words of the code for actions of older versions. */
export const getActionLabel = (sections: readonly AuditSection[], code: string): string => {
  const label = sections.map(({ actions }) => actions[code]).find((known) => known !== undefined)
  return label ?? upperFirst(nameToWords(code))
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
    .map(([name, value]): [string, string] => [
      settingAuditLabel(name) ?? upperFirst(nameToWords(name)),
      valueText(value),
    ]),
  ['IP address', ip ?? 'Unknown'],
  ['User ID', userId ?? 'Unknown'],
  ['Action', action],
]

/** The name of the actor. */
export const actorName = ({ userName, userId, apiKeyName }: AuditEntry): string => {
  const user = userName ?? (userId === null ? null : 'Former user')
  const key = apiKeyName === null ? null : `API key “${apiKeyName}”`
  return [user, key].filter((part) => part !== null).join(', ') || 'Cuvee'
}
