import { expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { contractCalls } from '#testkit/test-client.ts'
import { getActionLabel, listAuditSections } from './audit-labels.ts'

const sections = listAuditSections(contract)
const codes = sections.flatMap(({ actions }) => Object.keys(actions))

test('labels every change of a signed-in user', () => {
  const changes = contractCalls().filter(({ meta }) => meta.effect === 'change' && meta.access !== 'public')
  const unlabelled = changes.map(({ name }) => name).filter((name) => !codes.includes(name))
  expect(unlabelled).toEqual([])
})

test('lists each action in one section', () => {
  expect(codes.length).toBe(new Set(codes).size)
  expect(sections.every(({ actions }) => Object.keys(actions).length > 0)).toBe(true)
})

test.each([
  ['dashboards.rename', 'Renamed a dashboard'],
  ['cellars.moveAll', 'Cellars move all'],
  ['user.mfa_enabled', 'User mfa enabled'],
])('labels %s as %j', (code, label) => {
  expect(getActionLabel(sections, code)).toBe(label)
})
