import { expect, test } from 'vitest'
import { accountDifferences } from './account-differences.ts'

const ACCOUNT = { timeZone: 'America/Los_Angeles', currency: 'USD' }

test.each([
  ['America/Los_Angeles', 'USD', []],
  [null, null, []],
  ['Australia/Adelaide', 'USD', [/in Australia\/Adelaide/]],
  ['America/Los_Angeles', 'AUD', [/sells in AUD/]],
  ['Australia/Adelaide', 'AUD', [/in Australia\/Adelaide/, /sells in AUD/]],
] as const)('a business in %s that sells in %s differs in %j', (timeZone, currency, remarks) => {
  const said = accountDifferences({ timeZone, currency }, ACCOUNT)
  expect(said).toEqual(remarks.map((remark) => expect.stringMatching(remark)))
})
