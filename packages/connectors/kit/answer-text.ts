import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { BadPage } from './platform-problems.ts'

// An answer that breaks off ends the unpacked stream with its error, and leaving that stream early ends the answer.
const unpacked = ({ body, headers }: Dispatcher.ResponseData): AsyncIterable<Uint8Array> =>
  headers['content-encoding'] === 'gzip' ? pipeline(body, createGunzip(), () => {}) : body

/** The text of a whole answer. Throws `BadPage` when it has more than `atMost` bytes, unpacked. */
export const answerText = async (answer: Dispatcher.ResponseData, atMost: number): Promise<string> => {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of unpacked(answer)) {
    bytes += part.length
    if (bytes > atMost) throw new BadPage(`The platform's answer is larger than ${Math.floor(atMost / 2 ** 20)} MB`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
