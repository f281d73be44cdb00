import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { generateSource } from 'oazapfts'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '#testkit/test-app.ts'

const t = await testApp({ runsJobs: false })
const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url))
// Apart from the project, as below its node_modules Node runs no TypeScript; a link leads to the client's runtime.
const folder = await mkdtemp(join(tmpdir(), 'cuvee-client-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What another team would write: only the generated client, and types that have to fit. */
const SCENARIO = `
import { ok } from '@oazapfts/runtime'
import * as cuvee from './client.ts'

export const run = async (baseUrl: string, key: string) => {
  cuvee.defaults.baseUrl = baseUrl
  cuvee.defaults.headers = { Authorization: 'Bearer ' + key }
  const catalog: cuvee.ReportCatalog = await ok(cuvee.reportsCatalog())
  const definition: cuvee.ReportDefinitionInput = {
    reportType: 'Orders',
    columns: [{ columnId: 'channel' }, { columnId: 'netSales' }],
    groupColumns: ['channel'],
  }
  const saved: cuvee.SavedReport = await ok(cuvee.savedReportsCreate({ ...definition, name: 'By channel' }))
  const result: cuvee.ReportResult = await ok(cuvee.reportsQuery({ definition: { id: saved.id } }))
  const sent: cuvee.IngestResult = await ok(
    cuvee.ingestCustomers({ records: [{ sourceId: 'c1', name: 'Ada Stone' }, { sourceId: 'c2' }] }),
  )
  const lost = await cuvee.savedReportsGet('none')
  const error: cuvee.ErrorBody | null = lost.status === 404 ? lost.data : null
  return {
    types: catalog.reportTypes.length,
    name: saved.name,
    columns: result.columns.map(({ columnId }) => columnId),
    accepted: sent.accepted,
    code: error?.errors[0]?.code,
  }
}
`

const compile = async (): Promise<string> => {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const options = [
    '--noEmit',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--ignoreConfig',
    '--target',
    'es2023',
    '--lib',
    'es2023,dom',
  ]
  const modules = ['--module', 'nodenext', '--allowImportingTsExtensions', '--types', '']
  const child = spawn(process.execPath, [tsc, ...options, ...modules, join(folder, 'scenario.ts')], { cwd: folder })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  const [code] = await once(child, 'close')
  return code === 0 ? '' : output
}

test('a client generated from the OpenAPI document compiles, and runs a scenario with a key', async () => {
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'api.json'), (await t.call('GET', '/openapi.json')).body)
  await writeFile(join(folder, 'client.ts'), await generateSource(join(folder, 'api.json')))
  await writeFile(join(folder, 'scenario.ts'), SCENARIO)
  expect(await compile()).toBe('')
  const url = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { token } = await t.register()
  const { key } = (await t.call('POST', '/api-keys', { token, body: { name: 'Client', scope: 'write' } })).json()
  const { run } = await import(pathToFileURL(join(folder, 'scenario.ts')).href)
  expect(await run(`${url}/api`, key)).toEqual({
    types: expect.any(Number),
    name: 'By channel',
    columns: ['channel', 'netSales'],
    accepted: 2,
    code: 'report.not_found',
  })
})
