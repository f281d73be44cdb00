import { expect, test } from 'vitest'
import { ACCOUNT_TYPES } from './account-type.ts'
import { isInPlan, PAGES } from './navigation.ts'
import { CHECKOUT_PLANS, COMMON_GROUPS, PLANS, planOfPriceKey, priceKeyOf } from './plan.ts'

test('every account type is a plan, least first', () => {
  expect(PLANS.map(({ type }) => type)).toEqual(ACCOUNT_TYPES)
})

test('each gated page is added by exactly the first plan that opens it', () => {
  const gated = [...PAGES.values()].filter(({ accountTypes }) => accountTypes !== null)
  const firstFor = (title: string) => PLANS.find(({ adds }) => adds.some((page) => page.title === title))?.type
  for (const page of gated) {
    expect([page.title, firstFor(page.title)]).toEqual([page.title, ACCOUNT_TYPES.find((type) => isInPlan(page, type))])
  }
  expect(PLANS.flatMap(({ adds }) => adds)).toHaveLength(gated.length)
})

test('what all plans have is no administration', () => {
  expect(COMMON_GROUPS).toContain('Sales Trends')
  expect(COMMON_GROUPS).not.toContain('Admin Settings')
})

test('a price’s name leads to its plan and back, a foreign name to none', () => {
  for (const plan of CHECKOUT_PLANS) expect(planOfPriceKey(priceKeyOf(plan))).toBe(plan)
  expect([planOfPriceKey('other'), planOfPriceKey(null)]).toEqual([null, null])
})
