import { expect, test } from 'vitest'
import { volume } from '#testkit/lane.ts'
import {
  expectedMainRows,
  expectSynced,
  mainRows,
  mainStream,
  type SetUpConformance,
} from './conformance-setup.fixture.ts'
import { corruptAnywhere, seededRandom } from './corrupt-anywhere.fixture.ts'
import type { Fault } from './fake-server.fixture.ts'
import { CredentialsRejected, isPlatformProblem, MalformedResponse } from './platform-problems.ts'
import { findInvalidValue } from './valid-row.fixture.ts'

const CORRUPTED_PAGES = volume({ normal: 15, full: 200 })

/** Platform faults that must be reported to the user. */
export const permanentFaultRules = (setUp: SetUpConformance): void => {
  test('an unreadable record is quarantined with its ID and reason, and the others are loaded', async () => {
    const setup = await setUp()
    let corrupted = ''
    const edit = (body: string): string => {
      const result = setup.fake.corruptRecord(body)
      corrupted = result.sourceId
      return result.body
    }
    setup.fake.server.failNext({ edit }, { when: setup.fake.isMain })
    await setup.sync()
    expect(setup.sink.quarantined).toEqual([
      { sourceId: corrupted, field: expect.any(String), reason: expect.stringMatching(/.+/) },
    ])
    const others = expectedMainRows(setup).filter(({ row }) => row.source_id !== corrupted)
    expect(mainRows(setup).map(({ row }) => row.source_id)).toEqual(others.map(({ row }) => row.source_id))
  })

  test('a malformed page ends the run, and none of its rows are stored', async () => {
    const setup = await setUp()
    setup.fake.server.failNext({ edit: setup.fake.breakEnvelope }, { when: setup.fake.isMain })
    await expect(setup.sync()).rejects.toThrow(MalformedResponse)
    expect(mainRows(setup)).toEqual([])
    await setup.sync()
    expectSynced(setup)
  })

  test('an HTML page ends the run', async () => {
    const setup = await setUp()
    setup.fake.server.failNext('html', { when: setup.fake.isMain })
    await expect(setup.sync()).rejects.toThrow(MalformedResponse)
    await setup.sync()
    expectSynced(setup)
  })

  test('an endless list ends the run', async () => {
    const setup = await setUp()
    let first: string | null = null
    const edit = (body: string): string => {
      first ??= body
      return first
    }
    setup.fake.server.failNext({ edit }, { times: 1000, when: setup.fake.isMain })
    await expect(setup.sync()).rejects.toThrow(MalformedResponse)
    expect(setup.fake.server.calls.filter(setup.fake.isMain).length).toBeLessThan(10)
  })

  test('revoked credentials end the run after one call', async () => {
    const setup = await setUp()
    await setup.sync()
    setup.fake.server.calls.splice(0)
    setup.fake.server.failNext({ status: 401 }, { times: 1000 })
    await expect(setup.sync()).rejects.toThrow(CredentialsRejected)
    expect(setup.fake.server.calls).toHaveLength(1)
  })

  test('error messages contain no secrets', async () => {
    const faults: Fault[] = [{ status: 401 }, { status: 422 }, { status: 500 }, 'html']
    for (const fault of faults) {
      const setup = await setUp()
      setup.fake.server.failNext(fault, { times: 1000, when: setup.fake.isMain })
      const failure = await setup.sync().catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(Error)
      for (const secret of Object.values(setup.fake.secrets)) expect(String(failure)).not.toContain(secret)
    }
  })

  test('a cancelled run ends with the abort reason', async () => {
    const setup = await setUp()
    const controller = new AbortController()
    setup.fake.server.failNext('hang', { times: 1000, when: setup.fake.isMain })
    setTimeout(() => controller.abort(new Error('cancelled')), 100)
    await expect(setup.sink.sync(setup.connect({ signal: controller.signal }).session)).rejects.toThrow('cancelled')
  })

  test('F13: a page with one corrupted value gives valid rows, quarantines records or ends the run', async () => {
    const setup = await setUp()
    const random = seededRandom(13)
    const main = mainStream(setup, setup.connect())
    for (let page = 0; page < CORRUPTED_PAGES; page += 1) {
      setup.fake.server.heal()
      const edit = (body: string): string => corruptAnywhere(body, random)
      setup.fake.server.failNext({ edit }, { when: setup.fake.isMain })
      const first = await main
        .read(null)
        [Symbol.asyncIterator]()
        .next()
        .catch((error: unknown) => {
          expect(isPlatformProblem(error), String(error)).toBe(true)
          return { done: true as const, value: undefined }
        })
      expect(first.done ? [] : first.value.rows.flatMap(findInvalidValue)).toEqual([])
    }
  }, 60_000)
}
