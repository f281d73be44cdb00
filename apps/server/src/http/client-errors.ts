import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type ErrorCode, fail } from '#contract/errors.ts'
import { lookupTable } from '#domain/lookup-table.ts'

/** Codes of errors before a request is complete; any other error means that it is not HTTP. */
const PARSER_ERRORS: Readonly<Record<string, ErrorCode>> = lookupTable({
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
  HPE_HEADER_OVERFLOW: 'request.headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'request.too_large',
})

type Headers = Readonly<Record<string, string>>

const answerOf = (code: ErrorCode, headers: Headers) => {
  const { status, items } = fail(code)
  const body = JSON.stringify({ errors: items })
  const length = String(Buffer.byteLength(body))
  return {
    status,
    body,
    headers: {
      ...headers,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': length,
      connection: 'close',
    },
  }
}

const isAnswering = (socket: Socket): boolean =>
  '_httpMessage' in socket &&
  typeof socket._httpMessage === 'object' &&
  socket._httpMessage !== null &&
  'headersSent' in socket._httpMessage &&
  socket._httpMessage.headersSent === true

/**
 * Answers connections whose request the HTTP parser rejects, which no hook sees, with the headers and the body of other errors.
 * A connection that was reset gets nothing, and one in the middle of an answer is closed, because more bytes would belong to it.
 */
export const answerParserErrors =
  (headers: Headers) =>
  (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) return void socket.destroy()
    const answer = answerOf(PARSER_ERRORS[error.code ?? ''] ?? 'request.malformed', headers)
    const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join('')}\r\n${answer.body}`)
    socket.destroySoon()
  }

/** Answers a request with an `Expect` header that nobody supports, which Node would answer without any header. */
export const rejectExpectations = (app: FastifyInstance, headers: Headers): void => {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const answer = answerOf('request.malformed', headers)
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
}
