import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { sample } from '#testkit/lane.ts'
import { startServerProcess } from '#testkit/server-process.ts'
import { readState } from './recorded-state.fixture.ts'

const FIXTURES = new URL('../../fixtures/', import.meta.url)

/**
 * Commits whose data directories must remain usable; created by scripts/make-upgrade-fixture.ts. Warehouse files of a881844 and
 * 2e0fdf9 have the same version with different tables.
 */
const RELEASES = sample(['1de36c4', 'a881844', '2e0fdf9', 'e204b23'], 1)

const PREFERENCES = '/notification/preferences'
const Preferences = z.looseObject({ preferences: z.array(z.looseObject({ kind: z.string() })) })

type State = Readonly<Record<string, unknown>>

/** Fractions are rounded to what their unit carries since the release after 1de36c4. */
const ROUNDED = 0.005

/** What a later release says about the values that an earlier one knew: it may know more fields, and rounds fractions. */
const knownValues = (now: unknown, then: unknown): unknown => {
  if (typeof now === 'number' && typeof then === 'number' && !Number.isInteger(then))
    return Math.abs(now - then) <= ROUNDED ? then : now
  if (Array.isArray(now) && Array.isArray(then)) return now.map((value, index) => knownValues(value, then[index]))
  if (!isRecord(now) || !isRecord(then)) return now
  return Object.fromEntries(
    Object.entries(now).flatMap(([key, value]) => (key in then ? [[key, knownValues(value, then[key])]] : [])),
  )
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A later release may know more calls and more kinds of notifications than the one that wrote the directory. */
const knownParts = (state: State, expected: State): State => {
  const known = Object.fromEntries(Object.entries(state).filter(([name]) => name in expected))
  if (!(PREFERENCES in expected)) return known
  const kinds = new Set(Preferences.parse(expected[PREFERENCES]).preferences.map(({ kind }) => kind))
  const now = Preferences.parse(state[PREFERENCES])
  return { ...known, [PREFERENCES]: { ...now, preferences: now.preferences.filter(({ kind }) => kinds.has(kind)) } }
}

test.each(RELEASES)(
  'upgrades a data directory of commit %s and keeps its settings, rows and figures',
  async (commit) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-upgraded-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const tar = zstdDecompressSync(await readFile(new URL(`data-${commit}.tar.zst`, FIXTURES)))
    const { status, stderr } = spawnSync('tar', ['-xp', '-C', dataDir], { input: tar, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    const expected: Record<string, unknown> = JSON.parse(
      await readFile(new URL(`data-${commit}.json`, FIXTURES), 'utf8'),
    )
    const server = startServerProcess({ dataDir })
    try {
      const state = await readState(await server.ready())
      expect(knownValues(knownParts(state, expected), expected)).toEqual(expected)
    } finally {
      server.kill('SIGTERM')
      await server.exited()
    }
  },
  120_000,
)
