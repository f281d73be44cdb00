import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pinnedNode } from '../../scripts/toolchain.mjs'
import { buildWeb } from '../../scripts/web-build.mjs'
import { createApi, signInToWinery, waitForAnalysis } from './api.ts'
import { DEMO_DATA, startServer } from './server.ts'

/** Creates a data directory with the loaded and analyzed demo winery. */
const createDemoData = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-e2e-demo-'))
  const server = await startServer({ dataDir })
  const api = createApi(server.url)
  const { session } = await signInToWinery(api)
  await waitForAnalysis(api, session.access_token)
  await server.stop()
  return dataDir
}

/** Builds the web app from the current sources and the demo winery's data, of which every server of this run starts on a copy. */
export default async () => {
  const [dataDir] = await Promise.all([createDemoData(), buildWeb(pinnedNode())])
  process.env[DEMO_DATA] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}
