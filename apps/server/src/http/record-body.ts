import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail, failFields } from '#contract/errors.ts'
import { MAX_INGEST_RECORDS } from '#contract/ingest.ts'
import { mapInSlices } from '#server/platform/slices.ts'
import { assertSafeValue } from './body-time.ts'
import { MAX_RECORD_LENGTH, splitRecords } from './split-records.ts'

const NDJSON = 'application/x-ndjson'
export const RECORD_TYPES = ['application/json', NDJSON]

/** Of records, with blank ones. */
const MAX_LINES = 2 * MAX_INGEST_RECORDS + 2

/** Levels of a body above a record. */
const RECORD_DEPTH = 2

type Body = Readonly<Record<string, unknown>>

const isTooLong = (record: string): boolean => record.length > MAX_RECORD_LENGTH

const tooLong = (index: number, name: string): Error => {
  const message = `${name} is longer than ${MAX_RECORD_LENGTH.toLocaleString('en-US')} characters`
  return failFields('request.invalid', [{ field: `records[${index}]`, message }])
}

/** Parses the text of a body of records; what takes long leaves the event loop to other requests. */
export const recordsReader = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  const parseJson = (request: FastifyRequest, text: string): unknown => {
    let failure: Error | null = null
    let value: unknown
    // It calls back at once.
    void parse(request, text, (error, body) => {
      failure = error
      value = body
    })
    if (failure !== null) throw failure
    return value
  }
  const parseList = async (request: FastifyRequest, text: string): Promise<Body> => {
    const { rest, records } = await splitRecords(text)
    if (rest.length > MAX_RECORD_LENGTH) throw fail('request.too_large')
    const value = parseJson(request, rest)
    if (typeof value !== 'object' || value === null) throw fail('request.malformed')
    if (records === null) return { ...value }
    // More are refused as too many, without being parsed.
    if (records.length > MAX_INGEST_RECORDS) return { ...value, records }
    const long = records.findIndex(isTooLong)
    if (long >= 0) throw tooLong(long, `Record ${long + 1}`)
    return { ...value, records: await mapInSlices(records, (record) => parseJson(request, record)) }
  }
  const parseLine = (request: FastifyRequest, line: string): unknown => {
    try {
      return parseJson(request, line)
    } catch {
      // A line that is no JSON is a record that is rejected, like others that cannot be read.
      return null
    }
  }
  const parseLines = async (request: FastifyRequest, text: string): Promise<Body> => {
    const lines = text.split('\n', MAX_LINES)
    const given = lines.filter((line) => line.trim() !== '')
    // More are refused as too many, without being parsed.
    if (lines.length === MAX_LINES || given.length > MAX_INGEST_RECORDS) return { records: lines }
    const long = lines.findIndex(isTooLong)
    if (long >= 0) throw tooLong(given.findIndex(isTooLong), `Line ${long + 1}`)
    return { records: await mapInSlices(given, (line) => parseLine(request, line)) }
  }
  return async (request: FastifyRequest): Promise<unknown> => {
    const { body: text } = request
    if (typeof text !== 'string') return undefined
    const body = request.mediaType === NDJSON ? await parseLines(request, text) : await parseList(request, text)
    const { records, ...others } = body
    assertSafeValue(Array.isArray(records) ? others : body, 0)
    // More are refused as too many.
    const checked: unknown[] = Array.isArray(records) ? records.slice(0, MAX_INGEST_RECORDS) : []
    await mapInSlices(checked, (record) => assertSafeValue(record, RECORD_DEPTH))
    return body
  }
}
