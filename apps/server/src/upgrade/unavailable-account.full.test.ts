import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { callCommand } from '#server/operator/operator-process.fixture.ts'
import { startServerProcess } from '#testkit/server-process.ts'
import { copyInstallation } from '#testkit/test-database.ts'
import { SCHEMA_VERSION } from '#warehouse/duckdb/migrate.ts'
import { writeOlderFile } from '#warehouse/duckdb/older-file.fixture.ts'
import { accountPaths } from '#warehouse/duckdb/paths.ts'
import { send } from './recorded-state.fixture.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-unavailable-'))
copyInstallation(dataDir)
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const NEWER = SCHEMA_VERSION + 1
const password = 'Barrel&Stave7'

const register = async (name: string): Promise<number> => {
  const { output } = await callCommand(dataDir, 'account', `${name}@upgrade.example`, '--password', password)
  return Number(/account (\d+),/.exec(output)?.[1])
}

/** Status and body of a report of the account's order lines. */
const readReport = async (url: string, name: string) => {
  const body = { grant_type: 'password', username: `${name}@upgrade.example`, password }
  const { access_token } = await send(url, 'POST', '/token', undefined, body)
  const definition = { reportType: 'OrderLines', columns: [{ columnId: 'sku' }], groupColumns: ['sku'] }
  const response = await fetch(`${url}/api/reports/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ definition, pageSize: 500 }),
  })
  return { status: response.status, body: await response.json() }
}

const running = async (work: (url: string) => Promise<void>): Promise<string> => {
  const server = startServerProcess({ dataDir })
  try {
    await work(await server.ready())
  } finally {
    server.kill('SIGTERM')
    await server.exited()
  }
  return server.output()
}

test('accounts whose data is newer or cannot be upgraded answer 503 with a message, and others work', async () => {
  const names = ['older', 'newer', 'damaged'] as const
  const ids: number[] = []
  for (const name of names) ids.push(await register(name))
  const files = ids.map((accountId) => accountPaths(dataDir, accountId).file)
  const changes = [[], [`UPDATE schema_version SET version = ${NEWER}`], ['DROP TABLE products']]
  for (const [index, file] of files.entries())
    await writeOlderFile({ file, version: 5, lines: 20, changes: changes[index] ?? [] })
  const log = await running(async (url) => {
    const messages = [
      `This account’s data was written by a newer version of Cuvee (data version ${NEWER}; this version knows up to ${SCHEMA_VERSION}). Start the newer version.`,
      'This account’s data could not be upgraded to this version of Cuvee and is unavailable. Nothing was lost. Contact support.',
    ]
    for (const [index, name] of (['newer', 'damaged'] as const).entries())
      expect(await readReport(url, name)).toMatchObject({
        status: 503,
        body: { errors: [{ code: 'server.unavailable', message: messages[index] }] },
      })
    expect(await readReport(url, 'older')).toMatchObject({ status: 200, body: { rowCount: 10 } })
  })
  const lines = log.split('\n').filter((line) => line.includes('account data'))
  expect(lines.filter((line) => line.includes('"level":"error"'))).toHaveLength(2)
  expect(lines.find((line) => line.includes(`"accountId":${ids[2]}`))).toContain('0006-denormalized-columns failed')
  expect(lines.find((line) => line.includes(`"accountId":${ids[0]}`))).toContain('account data upgraded')
})
