import { DEFAULT_SETTINGS } from '#contract/account-settings.fixture.ts'
import { type Caller, NO_PROOF } from './caller.ts'

const caller: Caller = {
  accountId: 1,
  userId: 'u',
  sessionId: 's',
  apiKey: null,
  email: 'u@winery.example',
  culture: 'en-US',
  roles: ['User'],
  accountType: 'Micro',
  planState: 'trial',
  isAccountDeleted: false,
  proof: NO_PROOF,
  account: {
    ...DEFAULT_SETTINGS,
    logoUrl: null,
    definitions: {},
    customFields: [],
    ownCodes: [],
    stockPromises: [],
    visitRulesVersion: 0,
  },
}

/** A user of a Micro account on trial, with overrides. */
export const someCaller = (overrides: Partial<Caller> = {}): Caller => ({ ...caller, ...overrides })
