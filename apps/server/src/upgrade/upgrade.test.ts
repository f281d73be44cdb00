import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { sample } from '#testkit/lane.ts'
import { startServerProcess } from '#testkit/server-process.ts'
import { readState } from './recorded-state.fixture.ts'

const FIXTURES = new URL('../../fixtures/', import.meta.url)

/**
 * Commits whose data directories must remain usable; created by scripts/make-upgrade-fixture.ts. Warehouse files of a881844 and
 * 2e0fdf9 have the same version with different tables. Of e204b23 the notification preferences are left out: kinds were added.
 */
const RELEASES = sample(['a881844', '2e0fdf9', 'e204b23'], 1)

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
      // A later release may know more than the one that wrote the directory.
      const known = Object.entries(state).filter(([name]) => name in expected)
      expect(Object.fromEntries(known)).toEqual(expected)
    } finally {
      server.kill('SIGTERM')
      await server.exited()
    }
  },
  120_000,
)
