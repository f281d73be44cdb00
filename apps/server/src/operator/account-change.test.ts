import { expect, test } from 'vitest'
import { readAccountChange } from './account-change.ts'

test('parses plan, trial end and roles', () => {
  const args = ['a@b.example', '--type', 'Micro', '--trial-ends', '2026-01-01', '--roles', 'User, PowerUser']
  expect(readAccountChange(args)).toEqual({
    email: 'a@b.example',
    type: 'Micro',
    'trial-ends': '2026-01-01',
    roles: ['User', 'PowerUser'],
  })
})

test('parses the billing source and the marketplace subscription', () => {
  const args = ['a@b.example', '--billing', 'Microsoft', '--subscription', 'saas-1']
  expect(readAccountChange(args)).toEqual({ email: 'a@b.example', billing: 'Microsoft', subscription: 'saas-1' })
  expect(readAccountChange(['a@b.example', '--billing', 'Direct'])).toMatchObject({ billing: 'Direct' })
})

test('parses a trial that never ends', () => {
  expect(readAccountChange(['a@b.example', '--trial-ends', 'never'])['trial-ends']).toBeNull()
})

test.each([
  [[], 'email'],
  [['nonsense'], 'email'],
  [['a@b.example', 'c@d.example'], 'unexpected: c@d.example'],
  [['a@b.example', '--type', 'Huge'], 'type'],
  [['a@b.example', '--roles', 'King'], 'roles'],
  [['a@b.example', '--roles', ''], 'roles'],
  [['a@b.example', '--trial-ends', 'soon'], 'trial-ends'],
  [['a@b.example', '--password', 'short'], 'password'],
  [['a@b.example', '--billing', 'Barter'], 'billing'],
  [['a@b.example', '--billing', 'Microsoft'], 'go together'],
  [['a@b.example', '--subscription', 'saas-1'], 'go together'],
  [['a@b.example', '--plan', 'Micro'], '--plan'],
])('rejects %j with a message about %s', (args, name) => {
  expect(() => readAccountChange(args)).toThrow(name)
})
