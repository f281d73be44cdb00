import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const CONNECTORS = join(import.meta.dirname, '..')

test.each(globSync('*/samples/*.json', { cwd: CONNECTORS }))('%s names its source and its date', (file) => {
  expect(JSON.parse(readFileSync(join(CONNECTORS, file), 'utf8'))).toMatchObject({
    source: expect.stringMatching(/^https:\/\//),
    date: expect.stringMatching(/^\d{4}-\d\d/),
    records: expect.anything(),
  })
})
