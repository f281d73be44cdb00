import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MAX_ENTRIES } from '#connectors/files/sftp-folder.ts'
import { MAX_INGEST_RECORDS } from '#contract/ingest.ts'
import { MAX_RECORD_LENGTH } from '#server/http/split-records.ts'
import { SYNC_LIMIT_MS } from '#server/modules/services/execute-run.ts'
import { MAX_TABLES } from '#server/modules/services/read-archive.ts'
import { ARCHIVE_LIMITS } from '#server/modules/services/stage-archive.ts'
import { MAX_FILE_BYTES } from '#server/modules/services/stage-content.ts'

const number = (value: number): string => value.toLocaleString('en-US')
const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`

test.each([
  ['api.md', `A request has 1 to ${number(MAX_INGEST_RECORDS)} records`],
  ['api.md', `A record has up to ${number(MAX_RECORD_LENGTH)} characters.`],
  ['csv-files.md', `At most ${MAX_TABLES} sheets and files are read`],
  ['csv-files.md', `above ${ARCHIVE_LIMITS.maxMs / 60_000} minutes or ${ARCHIVE_LIMITS.maxHeapMb} MB`],
  ['csv-files.md', `**Limits**: ${megabytes(MAX_FILE_BYTES)} after decompression`],
  ['files-by-address.md', `A file may have ${megabytes(MAX_FILE_BYTES)} after decompression`],
  ['files-by-address.md', `a folder ${number(MAX_ENTRIES)} entries`],
  ['files-by-address.md', `a sync ends after ${SYNC_LIMIT_MS / 60_000} minutes`],
])('%s says the limit that holds: %s', (page, sentence) => {
  const text = readFileSync(new URL(`../docs/${page}`, import.meta.url), 'utf8').replace(/\s+/g, ' ')
  expect(text).toContain(sentence)
})
