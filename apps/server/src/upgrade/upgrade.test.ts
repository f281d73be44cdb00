import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { startServerProcess } from '#testkit/server-process.ts'
import { readState } from './recorded-state.fixture.ts'

const FIXTURES = new URL('../../fixtures/', import.meta.url)

/** Commits whose data directories must remain usable; created by scripts/make-upgrade-fixture.ts. */
const RELEASES = ['2e0fdf9']

const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-upgraded-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

test.each(RELEASES)(
  'upgrades a data directory of commit %s and keeps its settings, rows and figures',
  async (commit) => {
    const tar = zstdDecompressSync(await readFile(new URL(`data-${commit}.tar.zst`, FIXTURES)))
    const { status, stderr } = spawnSync('tar', ['-xp', '-C', dataDir], { input: tar, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    const expected: unknown = JSON.parse(await readFile(new URL(`data-${commit}.json`, FIXTURES), 'utf8'))
    const server = startServerProcess({ dataDir })
    try {
      expect(await readState(await server.ready())).toEqual(expected)
    } finally {
      server.kill('SIGTERM')
      await server.exited()
    }
  },
  120_000,
)
