import { expect, test } from 'vitest'
import { testApp } from '#testkit/test-app.ts'
import { storeCustomer } from './billing.repo.ts'

const t = await testApp({ runsJobs: false })

test('first payments of an account at the same time store one customer, and none fails', async () => {
  for (let round = 0; round < 15; round += 1) {
    const { accountId } = await t.register()
    const customerId = `cus_${accountId}`
    const at = new Date(t.deps.clock.now())
    const stored = await Promise.all(
      Array.from({ length: 8 }, () => storeCustomer(t.deps.db, accountId, { customerId, at })),
    )
    expect(new Set(stored)).toEqual(new Set([customerId]))
  }
})
