import { expect, test } from 'vitest'
import { CommitSlots } from './commit-slots.ts'

test('a commit that waits for a backup leaves when its signal aborts, and others begin afterwards', async () => {
  const slots = new CommitSlots({ inTotal: 2, perAccount: 1, waitingPerAccount: 10, maxWaitMs: 1_000 })
  const abort = new AbortController()
  const noted = Promise.withResolvers<void>()
  const backup = slots.withoutCommits(() => noted.promise, 1_000)
  const left = slots.acquire(1, abort.signal)
  const waiting = slots.acquire(2)
  abort.abort(new Error('the user left'))
  await expect(left).rejects.toThrow('the user left')
  noted.resolve()
  await backup
  ;(await waiting)()
  ;(await slots.acquire(1))()
})
