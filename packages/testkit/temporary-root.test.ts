import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

const MODULE = new URL('temporary-root.ts', import.meta.url)

/** Makes a folder in a child that ends without cleaning up, and prints its path. */
const PROGRAM = `
  import { spawnSync } from 'node:child_process'
  import { createTemporaryRoot } from ${JSON.stringify(MODULE.href)}
  createTemporaryRoot()
  const child = \`
    const folder = require('node:fs').mkdtempSync(require('node:path').join(require('node:os').tmpdir(), 'cuvee-left-'))
    require('node:fs').writeSync(1, folder)
    process.kill(process.pid, 'SIGKILL')
  \`
  spawnSync(process.execPath, ['-e', child], { stdio: 'inherit' })
`

test('folders of killed children are deleted when the process exits', () => {
  const { CUVEE_TEMPORARY_ROOT: root, ...env } = process.env
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    encoding: 'utf8',
    env,
  })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/cuvee-run-\w+\/cuvee-left-\w+$/)
  expect([root === dirname(dirname(stdout)), existsSync(dirname(stdout))]).toEqual([true, false])
})
