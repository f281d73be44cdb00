import { DEFAULT_SETTINGS } from '#contract/account-settings.fixture.ts'
import type { Caller } from './caller.ts'

const caller: Caller = {
  accountId: 1,
  userId: 'u',
  sessionId: 's',
  email: 'u@winery.example',
  roles: ['User'],
  accountType: 'Micro',
  planState: 'trial',
  isAccountDeleted: false,
  account: {
    ...DEFAULT_SETTINGS,
    logoUrl: null,
    definitions: {},
    visitRulesVersion: 0,
  },
}

/** A user of a Micro account on trial, unless something else is given. */
export const someCaller = (given: Partial<Caller> = {}): Caller => ({ ...caller, ...given })
