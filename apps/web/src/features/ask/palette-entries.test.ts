import { expect, test } from 'vitest'
import { matching, pageGroups } from './palette-entries.ts'

const ADMIN = { roles: ['AccountOwner'], accountType: 'Reserve' } as const
const MICRO = { roles: ['User'], accountType: 'Micro' } as const

const hrefs = (viewer: Parameters<typeof pageGroups>[0], query: string) =>
  matching(pageGroups(viewer), query).flatMap(({ entries }) => entries.map(({ href }) => href))

test('a page is found by the beginnings of its words', () => {
  expect(hrefs(ADMIN, 'top cust')).toContain('/reports/customers/top-customers')
  expect(hrefs(ADMIN, 'serv')).toContain('/admin/services')
})

test('nobody is led to a page that is not theirs', () => {
  expect(hrefs(MICRO, 'services')).toEqual([])
  expect(hrefs(MICRO, 'brand')).toEqual([])
})

test('what matches nothing leaves nothing', () => {
  expect(matching(pageGroups(ADMIN), 'xyzzy')).toEqual([])
})
