import { expect, test } from 'vitest'
import type { AccountType } from '#domain/plan.ts'
import type { Role } from '#domain/role.ts'
import { visibleTabs } from './bottom-tabs.tsx'

test.each<[Role, AccountType, readonly string[]]>([
  ['AccountOwner', 'Estate', ['Today', 'Club', 'Stock']],
  ['User', 'Micro', ['Today', 'Club']],
  ['BillingAdmin', 'Estate', ['Today']],
])('%s of a %s account has the tabs of the pages it may open', (role, accountType, expected) => {
  expect(visibleTabs({ roles: [role], accountType }).map(({ label }) => label)).toEqual(expected)
})
