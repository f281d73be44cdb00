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
    name: 'Test Cellars',
    logoUrl: null,
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
    culture: 'en-US',
    weekStart: 'monday',
    fiscalYearStartMonth: 1,
    definitions: {},
    visitRulesVersion: 0,
  },
}

/** A user of a Micro account on trial, unless something else is given. */
export const someCaller = (given: Partial<Caller> = {}): Caller => ({ ...caller, ...given })
