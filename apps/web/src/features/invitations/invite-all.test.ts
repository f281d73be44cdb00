import { expect, test } from 'vitest'
import { errorFromBody } from '#web/api/api-error.ts'
import { inviteAll } from './invite-all.ts'

const TAKEN = 'An account with this email already exists'
const taken = errorFromBody({ errors: [{ code: 'account.email_taken', message: TAKEN }] }, 409)

test('a refused address says why, and the others are invited all the same', async () => {
  const invited: string[] = []
  const told: string[] = []
  const results = await inviteAll(
    ['ann@x.example', 'bo@x.example', 'cy@x.example'],
    async (email) => {
      if (email === 'bo@x.example') throw taken
      invited.push(email)
    },
    ({ email }) => told.push(email),
  )
  expect(invited).toEqual(['ann@x.example', 'cy@x.example'])
  expect(told).toEqual(['ann@x.example', 'bo@x.example', 'cy@x.example'])
  expect(results.map(({ failure }) => failure)).toEqual([null, TAKEN, null])
})

test('an address without an answer is said not to be invited', async () => {
  const results = await inviteAll(
    ['ann@x.example'],
    () => Promise.reject(new TypeError('fetch failed')),
    () => {},
  )
  expect(results).toEqual([{ email: 'ann@x.example', failure: 'The invitation couldn’t be sent.' }])
})
