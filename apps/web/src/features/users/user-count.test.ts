import { expect, test } from 'vitest'
import type { AccountStatus } from '#contract/account.ts'
import { withUsers } from './user-count.ts'

const status: AccountStatus = {
  currentServiceCount: 2,
  currentUserCount: 1,
  lastSyncUtc: null,
  dataVersion: 3,
  trialDaysLeft: null,
  rebuild: null,
}

test.each([
  [1, 2],
  [-1, 0],
  [-2, 0],
])('one user and %i more are %i', (more, count) => {
  expect(withUsers(status, more)).toEqual({ ...status, currentUserCount: count })
})
