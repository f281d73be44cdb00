import { expect, test } from 'vitest'
import { resolveApiBase } from './api-base.ts'

const origin = 'https://app.winery.example'

test.each([
  [{}, `${origin}/api`],
  [{ buildTime: '/v1/' }, `${origin}/v1`],
  [{ buildTime: '/v1', runTime: 'https://api.winery.example/' }, 'https://api.winery.example'],
  [{ buildTime: '/v1', runTime: ' ' }, `${origin}/v1`],
])('the address of %j is %s', (chosen, expected) => {
  expect(resolveApiBase({ origin, ...chosen })).toBe(expected)
})
