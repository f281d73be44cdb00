import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { generateSampleWinery, type SampleOptions } from '#connectors/sample/sample-winery.ts'

const options: SampleOptions = workerData

// One chunk at a time, so that rows do not pile up in front of a slow warehouse.
if (parentPort) {
  for (const chunk of generateSampleWinery(options)) {
    parentPort.postMessage(chunk)
    await once(parentPort, 'message')
  }
  parentPort.postMessage(null)
}
