import { parentPort, workerData } from 'node:worker_threads'
import { findInsights } from './find-insights.ts'
import type { FindingTask } from './finding-task.ts'

const task: FindingTask = workerData

parentPort?.postMessage(findInsights(task))
