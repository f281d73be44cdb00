import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { CsvBody } from './csv-body.ts'

const LINE = 16
/** more than the buffers of a connection hold */
const LINES = 500_000
const rowsText = Array.from({ length: LINES }, (_, index) => `${`${index}`.padStart(LINE - 1, '0')}\n`).join('')
const rowsBytes = Buffer.from(rowsText)

/** Rows that are given in pieces; which buffers they were put into, and whether they were given up. */
const fileRows = (failAt = Number.POSITIVE_INFINITY) => {
  const buffers = new Set<ArrayBufferLike>()
  const content = Readable.from([rowsBytes])
  let offset = 0
  const fill = async (into: Buffer) => {
    if (offset >= failAt) throw new Error('The disk is gone')
    buffers.add(into.buffer)
    const bytes = rowsBytes.copy(into, 0, offset)
    offset += bytes
    return bytes
  }
  return { rows: { bytes: rowsBytes.length, content, fill }, buffers }
}

const server = createServer().listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())

/** A client's view of a response that the body is piped into. */
const responseWith = async (body: CsvBody): Promise<IncomingMessage> => {
  server.once('request', (_request, response: ServerResponse) => {
    response.once('close', () => body.destroy())
    body.once('error', () => response.destroy())
    body.pipe(response)
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const [response]: IncomingMessage[] = await once(get({ port, host: '127.0.0.1', agent: false }), 'response')
  if (!response) throw new Error('There is no response')
  return response
}

test('a response gets the whole file through one buffer, also when its reader is slow', async () => {
  const { rows, buffers } = fileRows()
  const body = new CsvBody({ head: 'first\n', rows, tail: 'last\n' })
  const response = await responseWith(body)
  let read = 0
  response.on('data', (chunk: Buffer) => {
    read += chunk.length
    if (read % 7 !== 0) return
    response.pause()
    setTimeout(() => response.resume(), 2)
  })
  response.pause()
  setTimeout(() => response.resume(), 50)
  const received = await text(response)
  expect(received.length).toBe(rowsText.length + 11)
  expect(received === `first\n${rowsText}last\n`).toBe(true)
  expect(buffers.size).toBe(1)
  await pause(10)
  expect([body.readableEnded, rows.content.destroyed]).toEqual([true, true])
})

test('other readers get chunks of their own', async () => {
  const { rows, buffers } = fileRows()
  const received = await buffer(new CsvBody({ head: 'first\n', rows, tail: 'last\n' }))
  expect(received.equals(Buffer.concat([Buffer.from('first\n'), rowsBytes, Buffer.from('last\n')]))).toBe(true)
  expect([buffers.size, rows.content.destroyed]).toEqual([0, true])
})

test('rows are given up when the reader leaves', async () => {
  const { rows } = fileRows()
  const response = await responseWith(new CsvBody({ head: 'first\n', rows, tail: '' }))
  response.destroy()
  await expect.poll(() => rows.content.destroyed).toBe(true)
})

test('a failure to read the rows cuts the response, so nobody takes it for the whole file', async () => {
  const { rows } = fileRows(rowsBytes.length / 2)
  const response = await responseWith(new CsvBody({ head: 'first\n', rows, tail: '' }))
  await expect(text(response)).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(rows.content.destroyed).toBe(true)
})
