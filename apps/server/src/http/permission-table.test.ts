import { describe, expect, test } from 'vitest'
import { Failure } from '#contract/errors.ts'
import { ACCOUNT_TYPES, type AccountType } from '#domain/plan.ts'
import { KEY_SCOPES, ROLES, type Role } from '#domain/role.ts'
import { type ContractCall, contractCalls } from '#testkit/test-client.ts'
import { assertAccess } from './access.ts'
import { NO_PROOF } from './caller.ts'
import { someCaller } from './some-caller.fixture.ts'

interface Group {
  readonly roles: readonly Role[]
  readonly calls: readonly string[]
}

const ALL_ROLES: readonly Role[] = ['User', 'PowerUser', 'BillingAdmin', 'AccountAdmin', 'AccountOwner']

/** Names of calls by their noun. */
const calls = (byNoun: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(byNoun).flatMap(([noun, names]) => names.split(' ').map((name) => `${noun}.${name}`))

/**
 * The expected permissions, independent of the implementation. `noun.*` covers endpoints that are not listed; a noun that is
 * not listed is covered by the group of its contract entry's `access`.
 */
const TABLE: Readonly<Record<string, Group>> = {
  signedIn: {
    roles: ALL_ROLES,
    calls: calls({
      auth: 'requestEmailVerification',
      account: 'get status dataSpan location',
      users: 'list get update setTheme changePassword setPhoto removePhoto sessions endOtherSessions endSession',
      secondFactor: '*',
      apiKeys: '*',
      dashboards: '*',
      dashboardSharing: 'visible',
      savedReports: '*',
      notifications: '*',
      calendar: 'list',
      feedback: 'send',
      system: 'setting',
    }),
  },
  reports: {
    roles: ['User', 'PowerUser', 'AccountAdmin', 'AccountOwner'],
    calls: calls({
      reports: '*',
      ask: '*',
      insights: '*',
      saveList: '*',
      goals: 'list',
      plans: 'list get pace actuals',
      alerts: '*',
      releasePlans: '*',
    }),
  },
  sharing: {
    roles: ['PowerUser', 'AccountAdmin', 'AccountOwner'],
    calls: calls({
      savedReports: 'schedules addSchedule removeSchedule',
      dashboardSharing: '*',
      viewLinks: '*',
      reportLinks: '*',
      webhooks: 'channels',
      dashboardSchedules: '*',
      calendar: '*',
    }),
  },
  administration: {
    roles: ['AccountAdmin', 'AccountOwner'],
    calls: calls({
      account: '*',
      users: '*',
      secondFactor: 'setPolicy reset',
      signOn: '*',
      invitations: '*',
      services: '*',
      ingest: '*',
      visits: '*',
      insights: 'settings saveSettings tryModel',
      saveList: 'setHoldout',
      goals: 'saveAll',
      plans: 'create save remove table',
    }),
  },
  billing: {
    roles: ['BillingAdmin', 'AccountAdmin', 'AccountOwner'],
    calls: ['billing.*', 'account.findBySubscription'],
  },
  ownership: { roles: ['AccountOwner'], calls: ['account.remove', 'account.restore'] },
}

/** Endpoints available only to some account types. */
const IN_PLANS: Readonly<Record<string, readonly AccountType[]>> = {
  'invitations.create': ['Estate', 'Reserve', 'Custom'],
  'invitations.resend': ['Estate', 'Reserve', 'Custom'],
  'savedReports.shared': ['Estate', 'Reserve', 'Custom'],
}

const toNoun = (name: string): string => `${name.split('.')[0]}.*`

const findGroup = ({ name, meta }: ContractCall): Group | undefined => {
  const groups = Object.values(TABLE)
  return (
    groups.find(({ calls }) => calls.includes(name)) ??
    groups.find(({ calls }) => calls.includes(toNoun(name))) ??
    TABLE[meta.access]
  )
}

const findPlans = (name: string): readonly AccountType[] => IN_PLANS[name] ?? IN_PLANS[toNoun(name)] ?? ACCOUNT_TYPES

const statusFor = ({ meta }: ContractCall, role: Role, accountType: AccountType): number => {
  try {
    assertAccess(someCaller({ roles: [role], accountType }), meta)
    return 200
  } catch (error) {
    return error instanceof Failure ? error.status : 500
  }
}

const restricted = contractCalls()
  .filter(({ meta }) => meta.access !== 'public')
  .map((call) => [call.name, call] as const)

describe('security 23, 25: allows each role and account type exactly the calls of the permission table', () => {
  test.each(restricted)('%s', (name, call) => {
    const group = findGroup(call)
    expect(group).toBeDefined()
    for (const role of ROLES) {
      for (const accountType of ACCOUNT_TYPES) {
        const inPlan = findPlans(name).includes(accountType) ? 200 : 402
        const expected = group?.roles.includes(role) ? inPlan : 403
        expect([role, accountType, statusFor(call, role, accountType)]).toEqual([role, accountType, expected])
      }
    }
  })
})

/** Changes that an ended trial allows: paying, leaving, noting what was read, and whatever keeps strangers out. No others. */
const AFTER_TRIAL: readonly string[] = calls({
  account: 'remove restore',
  accountKeys: 'keep revoke',
  apiKeys: 'revoke',
  auth: 'requestEmailVerification',
  billing: 'checkout confirm portal',
  invitations: 'revoke',
  notifications: 'markAllRead markRead',
  secondFactor:
    'startAuthenticator confirmAuthenticator removeAuthenticator passkeyOptions addPasskey removePasskey renewRecoveryCodes proveOptions prove setPolicy reset',
  signOn: 'save remove setPolicy test addDomain checkDomain removeDomain',
  services: 'cancelRun remove update',
  users:
    'changePassword disable enable endOtherSessions endSession endSessionOf endSessionsOf remove update updateRole',
  viewLinks: 'revoke',
  reportLinks: 'revoke',
  // The first and the second also end what is sent, or a secret that others know.
  webhooks: 'update replaceSecret remove',
})

/** What no key may do: sign-in, keys, profiles, consenting on a platform, paying and leaving. */
const NOT_FOR_KEYS: readonly string[] = calls({
  auth: 'requestEmailVerification',
  users:
    'sessions endOtherSessions endSession sessionsOf endSessionsOf endSessionOf disable enable update changePassword',
  secondFactor: '*',
  signOn: '*',
  apiKeys: '*',
  accountKeys: '*',
  services: 'connect connected',
  billing: '*',
  account: 'findBySubscription remove restore',
})

/** Calls open to every user that a key needs the admin scope for. */
const ADMIN_SCOPE: readonly string[] = ['users.list', 'users.get']

/** Calls of administrators that a key of scope write may make. */
const WRITE_SCOPE: readonly string[] = ['ingest.*']

/** Changes that need a user, whose their result is or who answers for them, so that service keys cannot make them. */
const PERSONAL: readonly string[] = calls({
  users: 'setTheme setPhoto removePhoto create updateRole remove',
  invitations: 'create resend',
  dashboards: '*',
  viewLinks: 'create',
  reportLinks: 'create',
  dashboardSchedules: '*',
  savedReports: '*',
  notifications: '*',
  alerts: '*',
  insights: 'markRead feedback snooze assign setDone setActed',
  saveList: 'assign addStep takeBack',
  ask: 'pin forget',
  feedback: 'send',
})

const isListed = (list: readonly string[], name: string): boolean => list.includes(name) || list.includes(toNoun(name))

describe('an API key of each scope may make exactly the calls of its row', () => {
  test.each(restricted)('%s', (name, call) => {
    const { effect } = call.meta
    const isAdministration = findGroup(call) === TABLE.administration && !isListed(WRITE_SCOPE, name)
    const needsAdmin = isAdministration || isListed(ADMIN_SCOPE, name)
    const scopes = needsAdmin ? ['admin'] : effect === 'read' ? KEY_SCOPES : ['write', 'admin']
    const statusOf = (kind: 'personal' | 'service', scope: (typeof KEY_SCOPES)[number]): number => {
      const apiKey = { id: 'k', name: 'Key', kind, scope }
      try {
        assertAccess(someCaller({ roles: ['AccountOwner'], accountType: 'Custom', apiKey }), call.meta)
        return 200
      } catch (error) {
        return error instanceof Failure ? error.status : 500
      }
    }
    for (const scope of KEY_SCOPES) {
      const isAllowed = !isListed(NOT_FOR_KEYS, name) && scopes.includes(scope)
      const isForService = isAllowed && !(effect === 'change' && isListed(PERSONAL, name))
      expect([scope, statusOf('personal', scope), statusOf('service', scope)]).toEqual([
        scope,
        isAllowed ? 200 : 403,
        isForService ? 200 : 403,
      ])
    }
  })
})

/** What a session may do before it has the second factor that its account requires. */
const SETUP: readonly string[] = calls({
  secondFactor:
    'get startAuthenticator confirmAuthenticator removeAuthenticator passkeyOptions addPasskey removePasskey renewRecoveryCodes proveOptions prove',
})

test('without the second factor that the account requires, a session can only set one up', () => {
  const proof = { ...NO_PROOF, isSetupDue: true }
  const caller = someCaller({ roles: ['AccountOwner'], accountType: 'Custom', proof })
  const isAllowed = ({ meta }: ContractCall): boolean => {
    try {
      assertAccess(caller, meta)
      return true
    } catch (error) {
      expect(error).toMatchObject({ status: 428 })
      return false
    }
  }
  expect(restricted.filter(([, call]) => isAllowed(call)).map(([name]) => name)).toEqual(SETUP)
})

const READ_ONLY_STATES = ['trialOver', 'paymentOverdue', 'ended'] as const

describe.each(READ_ONLY_STATES)('in the plan state %s', (planState) => {
  test.each(restricted)('%s is refused only if it changes data', (name, { meta }) => {
    const owner = someCaller({ roles: ['AccountOwner'], accountType: 'Custom', planState })
    const isAllowed = meta.effect === 'read' || AFTER_TRIAL.includes(name)
    const refusal = expect(() => assertAccess(owner, meta))
    if (isAllowed) refusal.not.toThrow()
    else refusal.toThrow(Failure)
  })
})
