import { expect, test } from 'vitest'
import { isForRoles, isInPlan } from '#domain/navigation.ts'
import { ACCOUNT_TYPES, type AccountType } from '#domain/plan.ts'
import { REPORT_ROLES, type Role } from '#domain/role.ts'
import type { Subject } from '#insights/account/metric.ts'
import { sampleKit, seededRandom } from '#insights/insight/sample.fixture.ts'
import { extraFigures } from '#insights/language/figures.ts'
import { INSIGHT_KIND_IDS, type InsightKind } from '#insights/registry.ts'
import { sampleInsight } from '#insights/samples.fixture.ts'
import { routeAccess } from '#reports/navigation.ts'
import { presentAction } from './insight.present.ts'

const PRODUCT: Subject = { kind: 'product', value: 'PN-22' }
const RANGE = { from: '2026-03-02', until: '2026-03-09' }

/** An insight of the kind whose people are all on record. */
const factsOf = (kind: InsightKind, round = 0) => {
  const index = INSIGHT_KIND_IDS.indexOf(kind)
  const seed = round * INSIGHT_KIND_IDS.length + index
  const kit = sampleKit(seededRandom(seed + 1), { subject: PRODUCT, metric: 'netSales', range: RANGE })
  const insight = sampleInsight(seed, kit)
  const people = 'customers' in insight ? insight.customers.map((one) => one.customerId) : ['m1', 'm2', 'm3']
  const names = Object.fromEntries(people.map((id) => [`customer of ${id}`, `cus ${id}`]))
  return { insight, charts: [], extra: extraFigures(insight), names, currency: 'USD' }
}

const readers = REPORT_ROLES.flatMap((role: Role) =>
  ACCOUNT_TYPES.map((accountType: AccountType) => ({ roles: [role], accountType })),
)

test.each(INSIGHT_KIND_IDS)('%s offers every reader at most one action, which the role and plan include', (kind) => {
  for (let round = 0; round < 10; round += 1)
    for (const reader of readers) {
      const action = presentAction(factsOf(kind, round), 'Title', reader)
      if (action === null) continue
      expect(action.label).not.toBe('')
      if (action.kind === 'note') expect(reader.roles).not.toEqual(['User'])
      else {
        const access = routeAccess(action.address.split('?')[0] ?? '')
        expect([
          access !== null && isForRoles(access, reader.roles),
          access !== null && isInPlan(access, reader.accountType),
        ]).toEqual([true, true])
      }
    }
  expect(presentAction(factsOf(kind), 'Title', { roles: ['AccountOwner'], accountType: 'Custom' })).not.toBeNull()
})

test.each([
  ['Estate', '/reports/products/low-inventory'],
  ['Boutique', '/products/PN-22?by=sku'],
] as const)('opens what to reorder in %s on %s', (accountType, address) => {
  const action = presentAction(factsOf('stockRunway'), 'Running out', { roles: ['User'], accountType })
  expect(action).toMatchObject({ kind: 'page', address })
})
