import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { findInsights } from '#insights/find-insights.ts'
import type { AnalysisInput } from '#insights/insight/inputs.ts'
import type { PeopleBatch } from './analyze-account.ts'

/** Each step reduces this thread's share of a contended core by a fifth. */
const STEPS = 3

/**
 * Lowers the priority of the calling thread below that of the process's other threads. Only Linux has a priority per thread;
 * elsewhere nothing changes.
 */
const lowerOwnPriority = (): void => {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, Math.min(constants.priority.PRIORITY_LOW, getPriority(thread) + STEPS))
  } catch {
    // Without /proc or the permission, the priority stays as it is.
  }
}

if (parentPort) {
  lowerOwnPriority()
  const input: AnalysisInput = workerData
  const members: PeopleBatch['members'][number][] = []
  const customers: PeopleBatch['customers'][number][] = []
  for (;;) {
    const [batch]: (PeopleBatch | null)[] = await once(parentPort, 'message')
    if (!batch) break
    members.push(...batch.members)
    customers.push(...batch.customers)
    parentPort.postMessage('next')
  }
  parentPort.postMessage(findInsights({ ...input, members, customers }))
}
