import { expect, test } from 'vitest'
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

const SPOILED_PAGES = 40

/** Platform faults that must be reported to the user. */
export const permanentFaultRules = (setStage: SetUpConformance): void => {
  test('an unreadable record is quarantined with its ID and reason, and the others are loaded', async () => {
    const staged = await setStage()
    let spoiled = ''
    const edit = (body: string): string => {
      const result = staged.fake.corruptRecord(body)
      spoiled = result.sourceId
      return result.body
    }
    staged.fake.server.failNext({ edit }, { when: staged.fake.isMain })
    await staged.sync()
    expect(staged.sink.quarantined).toEqual([
      { sourceId: spoiled, field: expect.any(String), reason: expect.stringMatching(/.+/) },
    ])
    const others = expectedMainRows(staged).filter(({ row }) => row.source_id !== spoiled)
    expect(mainRows(staged).map(({ row }) => row.source_id)).toEqual(others.map(({ row }) => row.source_id))
  })

  test('a page that is not what the platform promises ends the run, and nothing of it is kept', async () => {
    const staged = await setStage()
    staged.fake.server.failNext({ edit: staged.fake.breakEnvelope }, { when: staged.fake.isMain })
    await expect(staged.sync()).rejects.toThrow(MalformedResponse)
    expect(mainRows(staged)).toEqual([])
    await staged.sync()
    expectSynced(staged)
  })

  test('a page for people ends the run', async () => {
    const staged = await setStage()
    staged.fake.server.failNext('html', { when: staged.fake.isMain })
    await expect(staged.sync()).rejects.toThrow(MalformedResponse)
    await staged.sync()
    expectSynced(staged)
  })

  test('a list without an end ends the run', async () => {
    const staged = await setStage()
    let first: string | null = null
    const edit = (body: string): string => {
      first ??= body
      return first
    }
    staged.fake.server.failNext({ edit }, { times: 1000, when: staged.fake.isMain })
    await expect(staged.sync()).rejects.toThrow(MalformedResponse)
    expect(staged.fake.server.calls.filter(staged.fake.isMain).length).toBeLessThan(10)
  })

  test('credentials that were taken back end the run after one call', async () => {
    const staged = await setStage()
    await staged.sync()
    staged.fake.server.calls.splice(0)
    staged.fake.server.failNext({ status: 401 }, { times: 1000 })
    await expect(staged.sync()).rejects.toThrow(CredentialsRejected)
    expect(staged.fake.server.calls).toHaveLength(1)
  })

  test('no message tells a secret', async () => {
    const faults: Fault[] = [{ status: 401 }, { status: 422 }, { status: 500 }, 'html']
    for (const fault of faults) {
      const staged = await setStage()
      staged.fake.server.failNext(fault, { times: 1000, when: staged.fake.isMain })
      const failure = await staged.sync().catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(Error)
      for (const secret of Object.values(staged.fake.secrets)) expect(String(failure)).not.toContain(secret)
    }
  })

  test('a cancelled run ends with its reason', async () => {
    const staged = await setStage()
    const controller = new AbortController()
    staged.fake.server.failNext('hang', { times: 1000, when: staged.fake.isMain })
    setTimeout(() => controller.abort(new Error('cancelled')), 100)
    await expect(staged.sink.sync(staged.connect(controller.signal).session)).rejects.toThrow('cancelled')
  })

  test('F13: a page with any value in any place brings sound rows, sets records aside or ends the run', async () => {
    const staged = await setStage()
    const random = seededRandom(13)
    const main = mainStream(staged, staged.connect())
    for (let page = 0; page < SPOILED_PAGES; page += 1) {
      staged.fake.server.heal()
      const edit = (body: string): string => corruptAnywhere(body, random)
      staged.fake.server.failNext({ edit }, { when: staged.fake.isMain })
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
