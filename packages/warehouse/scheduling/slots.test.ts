import { expect, test } from 'vitest'
import { Slots } from './slots.ts'

const limits = { inTotal: 3, perAccount: 2, waitingPerAccount: 2, maxWaitMs: 1000 }

/** Requests a slot and records when it is granted. */
const ask = (slots: Slots, account: number, log: string[], name: string, signal?: AbortSignal) => {
  const asked = slots.acquire(account, signal)
  asked.then(
    () => log.push(name),
    () => log.push(`not ${name}`),
  )
  return asked
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

test('allows two concurrent calls for an account and three in total', async () => {
  const slots = new Slots(limits)
  const log: string[] = []
  const first = await ask(slots, 1, log, 'a1')
  await ask(slots, 1, log, 'a2')
  void ask(slots, 1, log, 'a3')
  await ask(slots, 2, log, 'b1')
  void ask(slots, 2, log, 'b2')
  await settle()
  expect(log).toEqual(['a1', 'a2', 'b1'])
  first()
  await settle()
  expect(log).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('F28 while several accounts are active, one begins a second call only as long as a core is left', async () => {
  let isShared = true
  const whenShared = { isShared: () => isShared, inTotal: 2 }
  const slots = new Slots({ ...limits, inTotal: 6, whenShared })
  const log: string[] = []
  const first = await ask(slots, 1, log, 'a1')
  const second = await ask(slots, 1, log, 'a2')
  await ask(slots, 2, log, 'b1')
  void ask(slots, 2, log, 'b2')
  await settle()
  expect(log).toEqual(['a1', 'a2', 'b1'])
  first()
  await settle()
  expect(log).toEqual(['a1', 'a2', 'b1'])
  second()
  await settle()
  expect(log).toEqual(['a1', 'a2', 'b1', 'b2'])
  await ask(slots, 1, log, 'a3')
  isShared = false
  await ask(slots, 1, log, 'a4')
  expect(log).toEqual(['a1', 'a2', 'b1', 'b2', 'a3', 'a4'])
})

test('F28 waiting accounts take turns, whatever the length of their queues', async () => {
  const slots = new Slots({ ...limits, inTotal: 1, waitingPerAccount: 10 })
  const log: string[] = []
  let giveBack = await slots.acquire(9)
  const waiting = ['a1', 'a2', 'a3'].map((name) => ask(slots, 1, log, name))
  waiting.splice(1, 0, ask(slots, 2, log, 'b1'))
  for (const next of waiting) {
    giveBack()
    giveBack = await next
  }
  expect(log).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('a full queue rejects immediately with a retry time', async () => {
  const slots = new Slots(limits)
  for (let call = 0; call < 4; call++) void slots.acquire(1).catch(() => undefined)
  await expect(slots.acquire(1)).rejects.toMatchObject({ code: 'warehouse.busy', status: 503, retryAfter: 2 })
  await expect(slots.acquire(2)).resolves.toBeTypeOf('function')
})

test('a call that waited too long is rejected and leaves the queue', async () => {
  const slots = new Slots({ ...limits, maxWaitMs: 20 })
  const giveBack = await slots.acquire(1)
  await slots.acquire(1)
  await expect(slots.acquire(1)).rejects.toMatchObject({ code: 'warehouse.busy' })
  giveBack()
  await expect(slots.acquire(1)).resolves.toBeTypeOf('function')
})

test('a call that is aborted while it waits leaves the queue', async () => {
  const slots = new Slots({ ...limits, inTotal: 1 })
  const log: string[] = []
  const giveBack = await slots.acquire(1)
  const abort = new AbortController()
  const aborted = ask(slots, 1, log, 'a2', abort.signal)
  void ask(slots, 1, log, 'a3')
  abort.abort(new Error('left'))
  await expect(aborted).rejects.toThrow('left')
  giveBack()
  await settle()
  expect(log).toEqual(['not a2', 'a3'])
})

test('a slot that is released twice is freed once', async () => {
  const slots = new Slots({ ...limits, inTotal: 1, maxWaitMs: 20 })
  const giveBack = await slots.acquire(1)
  giveBack()
  giveBack()
  await slots.acquire(1)
  await expect(slots.acquire(2)).rejects.toMatchObject({ code: 'warehouse.busy' })
})
