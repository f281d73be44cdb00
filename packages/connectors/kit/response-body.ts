import { request } from 'undici'
import { checkAddress } from './address.ts'
import { type CallTools, callFailure, refuseRedirect, TransientError } from './http-call.ts'
import { MalformedResponse, PlatformUnavailable, RequestRejected } from './platform-problems.ts'

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)

async function* linesOf(parts: AsyncIterable<Uint8Array>, longest: number): AsyncIterable<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of parts) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longest) throw new MalformedResponse('A line of the export is longer than an answer may be')
    for (const line of lines) yield withoutReturn(line)
  }
  rest += decoder.decode()
  if (rest !== '') yield withoutReturn(rest)
}

/** The lines of one response as they arrive. It is not retried: the caller may already have used some of them. */
export async function* responseLines(address: string, tools: CallTools): AsyncIterable<string> {
  const { agent, rule, signal, answerBytes } = tools
  const url = checkAddress(address, rule)
  // A long export has no overall timeout; an idle one ends by the agent's timeouts.
  const noLimit = new AbortController().signal
  try {
    const answer = await request(url, { dispatcher: agent, signal, headers: { 'user-agent': 'Cuvee' } })
    const location = answer.headers.location
    refuseRedirect(answer.statusCode, { location: String(location ?? '') }, url, rule)
    if (answer.statusCode !== 200) {
      await answer.body.dump()
      throw new RequestRejected(`The platform refuses to hand out an export (status ${answer.statusCode})`)
    }
    yield* linesOf(answer.body, answerBytes)
  } catch (error) {
    const failure = callFailure(error, signal, noLimit)
    throw failure instanceof TransientError ? new PlatformUnavailable(failure.message) : failure
  }
}
