import { expect, test, vi } from 'vitest'
import { CallSlots } from './call-slots.ts'

const limits = { maxCalls: 3, maxPerAccount: 2, maxWaitingPerAccount: 2, maxWaitMs: 1000 }

/** Requests a slot and records when it is granted. */
const ask = (slots: CallSlots, account: number, log: string[], name: string, signal?: AbortSignal) => {
  const asked = slots.acquire(account, signal)
  asked.then(
    () => log.push(name),
    () => log.push(`not ${name}`),
  )
  return asked
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

test('allows two concurrent calls for an account and three in total', async () => {
  const slots = new CallSlots(limits)
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

test('F28 while others call, an account runs further calls only as long as a core is left', async () => {
  const slots = new CallSlots({ ...limits, maxCalls: 6, maxShared: 2, maxWaitingPerAccount: 10 })
  const log: string[] = []
  const alone = await Promise.all(['a1', 'a2'].map((name) => ask(slots, 1, log, name)))
  await ask(slots, 2, log, 'b1')
  void ask(slots, 2, log, 'b2')
  for (const giveBack of alone) giveBack()
  await settle()
  // b1 runs; one more may, and then each account has one
  expect(log).toEqual(['a1', 'a2', 'b1', 'b2'])
  await ask(slots, 1, log, 'a3')
  void ask(slots, 1, log, 'a4')
  await settle()
  expect(log).toEqual(['a1', 'a2', 'b1', 'b2', 'a3'])
})

test('F28 an account that has used much more begins no call while another’s request runs, for a second at most', async () => {
  const slots = new CallSlots({ ...limits, maxCalls: 6, maxShared: 1, maxWaitingPerAccount: 10, maxWaitMs: 5_000 })
  const log: string[] = []
  const endLong = await ask(slots, 1, log, 'a1')
  await new Promise((resolve) => setTimeout(resolve, 120))
  endLong()
  // b has used nothing, so it is not limited to a core that a leaves
  const [endFirst = () => undefined, endSecond = () => undefined] = await Promise.all([
    ask(slots, 2, log, 'b1'),
    ask(slots, 2, log, 'b2'),
  ])
  void ask(slots, 1, log, 'a2')
  await settle()
  endFirst()
  endSecond()
  // the next call of the same request comes a few milliseconds later
  const endThird = await ask(slots, 2, log, 'b3')
  await settle()
  expect(log).toEqual(['a1', 'b1', 'b2', 'b3'])
  endThird()
  await vi.waitFor(() => expect(log).toEqual(['a1', 'b1', 'b2', 'b3', 'a2']), { timeout: 500 })
})

test('F28 a call that waits for such accounts is granted after a second, whatever others do', async () => {
  const slots = new CallSlots({ ...limits, maxCalls: 6, maxShared: 1, maxWaitMs: 5_000 })
  const log: string[] = []
  const endLong = await ask(slots, 1, log, 'a1')
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  endLong()
  await ask(slots, 2, log, 'b1')
  const start = performance.now()
  await ask(slots, 1, log, 'a2')
  const waited = performance.now() - start
  expect([waited > 50, waited < 1_300]).toEqual([true, true])
})

test('F28 waiting accounts take turns, whatever the length of their queues', async () => {
  const slots = new CallSlots({ ...limits, maxCalls: 1, maxWaitingPerAccount: 10 })
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
  const slots = new CallSlots(limits)
  for (let call = 0; call < 4; call++) void slots.acquire(1).catch(() => undefined)
  await expect(slots.acquire(1)).rejects.toMatchObject({ code: 'warehouse.busy', status: 503, retryAfter: 2 })
  await expect(slots.acquire(2)).resolves.toBeTypeOf('function')
})

test('a call that waited too long is rejected and leaves the queue', async () => {
  const slots = new CallSlots({ ...limits, maxWaitMs: 20 })
  const giveBack = await slots.acquire(1)
  await slots.acquire(1)
  await expect(slots.acquire(1)).rejects.toMatchObject({ code: 'warehouse.busy' })
  giveBack()
  await expect(slots.acquire(1)).resolves.toBeTypeOf('function')
})

test('a call that is aborted while it waits leaves the queue', async () => {
  const slots = new CallSlots({ ...limits, maxCalls: 1 })
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
  const slots = new CallSlots({ ...limits, maxCalls: 1, maxWaitMs: 20 })
  const giveBack = await slots.acquire(1)
  giveBack()
  giveBack()
  await slots.acquire(1)
  await expect(slots.acquire(2)).rejects.toMatchObject({ code: 'warehouse.busy' })
})
