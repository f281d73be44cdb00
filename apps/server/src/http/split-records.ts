import { fail } from '#contract/errors.ts'
import { MAX_INGEST_RECORDS } from '#contract/ingest.ts'
import { mapInSlices } from '#server/platform/slices.ts'

/** Parsed at one time. An order of 500 lines takes about a fifth of it. */
export const MAX_RECORD_LENGTH = 1_000_000

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]

const RECORDS_KEY = /[{,]\s*"records"\s*:\s*$/
const KEY_LENGTH = 100
const STEP_LENGTH = 65_536

interface SplitBody {
  /** the text with an empty list instead of the records */
  readonly rest: string
  /** texts of the records, of which more than allowed are left out; null without a list of records */
  readonly records: readonly string[] | null
}

/**
 * Divides the JSON text of a list, or of an object with the list `records`, so that no more than a record is parsed at a time. What is no
 * JSON stays none: in the rest or in one of the records. Throws `request.malformed` for a list that does not end.
 */
export const splitRecords = async (text: string): Promise<SplitBody> => {
  let records: string[] | null = null
  let rest = ''
  let restStart = 0
  let depth = 0
  /** of the list of records; 0 outside of it */
  let listDepth = 0
  let recordStart = 0
  let isString = false
  let index = 0
  const opensRecords = (): boolean =>
    depth === 1 || (depth === 2 && RECORDS_KEY.test(text.slice(Math.max(0, index - KEY_LENGTH), index)))
  const takeRecord = (): void => {
    if (records !== null && records.length <= MAX_INGEST_RECORDS) records.push(text.slice(recordStart, index))
    recordStart = index + 1
  }
  const open = (code: number): void => {
    depth++
    if (listDepth > 0 || code !== OPEN_LIST || !opensRecords()) return
    listDepth = depth
    records = []
    rest += text.slice(restStart, index + 1)
    recordStart = index + 1
  }
  const close = (code: number): void => {
    if (code === CLOSE_LIST && listDepth === depth && listDepth > 0) {
      if (records?.length !== 0 || text.slice(recordStart, index).trim() !== '') takeRecord()
      listDepth = 0
      restStart = index
    }
    depth--
  }
  const readTo = (end: number): void => {
    for (; index < end; index++) {
      const code = text.charCodeAt(index)
      if (isString) {
        if (code === BACKSLASH) index++
        else if (code === QUOTE) isString = false
      } else if (code === QUOTE) isString = true
      else if (code === COMMA) {
        if (depth === listDepth && depth > 0) takeRecord()
      } else if (code === OPEN_LIST || code === OPEN_OBJECT) open(code)
      else if (code === CLOSE_LIST || code === CLOSE_OBJECT) close(code)
    }
  }
  const steps = Array.from({ length: Math.ceil(text.length / STEP_LENGTH) }, (_, step) => (step + 1) * STEP_LENGTH)
  await mapInSlices(steps, (end) => readTo(Math.min(end, text.length)))
  if (listDepth > 0) throw fail('request.malformed')
  return { rest: rest + text.slice(restStart), records }
}
