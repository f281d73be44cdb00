import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { findInsights } from './find-insights.ts'
import type { FindingTask, PeopleBatch } from './finding-task.ts'
import { lowerOwnPriority } from './low-priority.ts'

const task: FindingTask = workerData

if (parentPort) {
  lowerOwnPriority()
  const members: PeopleBatch['members'][number][] = []
  const customers: PeopleBatch['customers'][number][] = []
  for (;;) {
    const [batch]: (PeopleBatch | null)[] = await once(parentPort, 'message')
    if (!batch) break
    members.push(...batch.members)
    customers.push(...batch.customers)
    parentPort.postMessage('next')
  }
  parentPort.postMessage(findInsights({ ...task, members, customers }))
}
