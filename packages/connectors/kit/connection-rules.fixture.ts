import { expect, test } from 'vitest'
import type { SetStage } from './conformance-stage.fixture.ts'
import type { PlatformConnector } from './connector.ts'
import { CredentialsRefused } from './platform-problems.ts'

/** What a connector says of itself and of the business. */
export const connectionRules = (connector: PlatformConnector, setStage: SetStage): void => {
  test('a test of the connection tells who the business is', async () => {
    const staged = await setStage()
    expect(await staged.connect().session.test()).toMatchObject({ warnings: expect.any(Array) })
  })

  test('a test with wrong credentials says so', async () => {
    const staged = await setStage()
    staged.fake.server.failNext({ status: 401 }, { times: 1000 })
    await expect(staged.connect().session.test()).rejects.toThrow(CredentialsRefused)
    expect(staged.fake.server.calls).toHaveLength(1)
  })

  test('streams fill the tables that the manifest names', async () => {
    const staged = await setStage()
    const tables = staged.connect().session.streams.flatMap((stream) => stream.tables)
    expect([...new Set(tables)].sort()).toEqual([...connector.streams].sort())
  })
}
