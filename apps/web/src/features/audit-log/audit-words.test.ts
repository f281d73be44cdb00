import { expect, test } from 'vitest'
import { contractCalls } from '#testkit/contract-calls.ts'
import { ACTION_AREAS, actionWords } from './audit-words.ts'

const codes = ACTION_AREAS.flatMap(({ actions }) => Object.keys(actions))

/** Calls whose lines are written under the name of what came of them, since only they know who it was. */
const isPublic = (access: string): boolean => access === 'public'

test('every change that the log can name is put into words', () => {
  const changes = contractCalls().filter(({ meta }) => meta.effect === 'change' && !isPublic(meta.access))
  const silent = changes.map(({ name }) => name).filter((name) => !codes.includes(name))
  expect(silent).toEqual([])
})

test('no action stands in two areas', () => {
  expect(codes.length).toBe(new Set(codes).size)
})

test.each([
  ['dashboards.rename', 'Renamed a dashboard'],
  ['cellars.moveAll', 'Cellars move all'],
  ['user.mfa_enabled', 'User mfa enabled'],
])('%s reads %j', (code, words) => {
  expect(actionWords(code)).toBe(words)
})
