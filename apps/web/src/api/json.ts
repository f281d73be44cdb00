import { textLines } from '#domain/text-lines.ts'
import { errorFromBody } from './api-error.ts'

/** Whether a stored or received value is an object whose fields can be read. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The stream of an answer; throws the error of a failed one. */
export const openStream = async (response: Response): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> => {
  if (response.ok && response.body) return response.body
  throw errorFromBody(await response.json().catch(() => null), response.status)
}

/** Releases the connection when the reader stops early. */
async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/**
 * The values of a stream of JSON lines, each as soon as its line is complete, however the bytes are split. Skips blank
 * lines. Throws SyntaxError on invalid JSON, and the stream's own error (AbortError when aborted).
 */
export async function* readJsonLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  for await (const line of textLines(piecesOf(stream))) if (line.trim() !== '') yield JSON.parse(line)
}
