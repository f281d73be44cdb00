import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { generateSampleWinery, type SampleOptions } from '#connectors/sample/sample-winery.ts'

const options: SampleOptions = workerData

// One chunk at a time, so that a slow warehouse is not buried in rows.
if (parentPort) {
  for (const chunk of generateSampleWinery(options)) {
    parentPort.postMessage(chunk)
    await once(parentPort, 'message')
  }
  parentPort.postMessage(null)
}
