import { expect, test } from 'vitest'
import { detectFile } from '../detect.ts'
import { PLATFORM_HEADERS } from '../platform-headers.fixture.ts'
import { PLATFORM_EXPORTS, type PlatformExportName } from '../platforms.ts'
import type { FileHead } from './column-profile.ts'
import { detectKind, type KindDetection } from './detect-kind.ts'
import { makeFileHead, ODD_FILES, platformHead } from './odd-files.fixture.ts'

const KINDED = ODD_FILES.filter(({ kind }) => kind !== null)
const UNDECIDED = ODD_FILES.filter(({ kind }) => kind === null)
const PLATFORMS: readonly PlatformExportName[] = [
  'shopify_orders',
  'square_items',
  'square_transactions',
  'commerce7_products',
]

const columnsOf = (head: FileHead, keeps: (index: number) => boolean): FileHead => ({
  columns: head.columns.filter((_, index) => keeps(index)),
  sample: head.sample.map((row) => row.filter((_, index) => keeps(index))),
})

/** The head itself, without each of its columns, in reverse, in capitals, and with only the first rows. */
const variantsOf = (head: FileHead): FileHead[] => [
  head,
  ...head.columns.map((_, left) => columnsOf(head, (index) => index !== left)),
  { columns: [...head.columns].reverse(), sample: head.sample.map((row) => [...row].reverse()) },
  { ...head, columns: head.columns.map((column) => column.toUpperCase().replaceAll(' ', '_')) },
  { ...head, sample: head.sample.slice(0, 3) },
  { ...head, sample: [] },
]

test.each(PLATFORMS)('is certain of %s when the values fit', (name) => {
  const { detected, kind } = detectFile(platformHead(PLATFORM_HEADERS[name]), null)
  expect(detected).toMatchObject({ kind: PLATFORM_EXPORTS[name].kind, certainty: 'certain' })
  expect(kind).toBe(PLATFORM_EXPORTS[name].kind)
})

test('is not certain of a platform by its header when the values do not fit', () => {
  const head = platformHead(PLATFORM_HEADERS.square_transactions)
  const words = { ...head, sample: head.sample.map((row) => row.map(() => 'north')) }
  expect(detectFile(words, null).detected).toMatchObject({
    certainty: 'likely',
    reasons: expect.arrayContaining([expect.stringContaining('couldn’t be read')]),
  })
})

test.each(KINDED)('finds $kind in $name', (file) => {
  const detection = detectKind(makeFileHead(file))
  expect(detection).toMatchObject({ kind: file.kind })
  expect(['certain', 'likely']).toContain(detection.certainty)
  expect(detection.reasons.length).toBeGreaterThan(0)
})

test.each(UNDECIDED)('leaves the choice to a person: $name', (file) => {
  const { certainty, reasons } = detectKind(makeFileHead(file))
  expect({ certainty, reasons: reasons.length > 0 }).toEqual({ certainty: 'unsure', reasons: true })
})

test.each(ODD_FILES)('is never certain and wrong: $name, also changed', (file) => {
  const certain = (detection: KindDetection) => detection.certainty === 'certain'
  const wrong = variantsOf(makeFileHead(file)).filter((head) => {
    const detection = detectKind(head)
    return certain(detection) && detection.kind !== file.kind
  })
  expect(wrong.map(({ columns }) => columns)).toEqual([])
})

test('counts the repeated keys of a file that looks like customers', () => {
  const head = makeFileHead({
    columns: { 'Customer ID': (row) => String(row % 10), email: (row) => `a${row}@b.example` },
  })
  expect(detectKind(head).reasons).toContain(
    '“Customer ID” repeats in 30 of the 40 rows that were read, so a row isn’t one customer.',
  )
})

test('names the next best kind and what speaks against it', () => {
  const superstore = ODD_FILES.find(({ name }) => name === 'a superstore')
  expect(superstore && detectKind(makeFileHead(superstore)).runnerUp).toEqual({
    kind: 'orders',
    reasons: [
      '“Order ID” repeats in 26 of the 40 rows that were read, so a row isn’t one order.',
      expect.stringMatching(/^“.*” aren’t used for orders\.$/),
    ],
  })
})
