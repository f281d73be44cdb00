import { expect, test } from 'vitest'
import { errorFromBody } from '#web/api/api-error.ts'
import { inviteAll } from './invite-form.tsx'

const TAKEN = 'An account with this email already exists'
const taken = errorFromBody({ errors: [{ code: 'account.email_taken', message: TAKEN }] }, 409)

test('reports the reason of a failed address and invites the others', async () => {
  const invited: string[] = []
  const reported: string[] = []
  const results = await inviteAll(
    ['ann@x.example', 'bo@x.example', 'cy@x.example'],
    async (email) => {
      if (email === 'bo@x.example') throw taken
      invited.push(email)
    },
    ({ email }) => reported.push(email),
  )
  expect(invited).toEqual(['ann@x.example', 'cy@x.example'])
  expect(reported).toEqual(['ann@x.example', 'bo@x.example', 'cy@x.example'])
  expect(results.map(({ failure }) => failure)).toEqual([null, TAKEN, null])
})

test('reports an address as failed on a network error', async () => {
  const results = await inviteAll(
    ['ann@x.example'],
    () => Promise.reject(new TypeError('fetch failed')),
    () => {},
  )
  expect(results).toEqual([{ email: 'ann@x.example', failure: 'The invitation couldn’t be sent.' }])
})
