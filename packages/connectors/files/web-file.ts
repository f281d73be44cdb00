import { Readable } from 'node:stream'
import { type Dispatcher, request } from 'undici'
import { checkAddress } from '../kit/address.ts'
import { basicAuth } from '../kit/authorization.ts'
import type { NetworkAccess } from '../kit/connector.ts'
import type { DownloadedFile, FileSource, RemoteFile } from '../kit/file-source.ts'
import { createGuardedAgent } from '../kit/guarded-agent.ts'
import { callFailure, TransientError } from '../kit/http-call.ts'
import {
  AddressNotAllowed,
  CredentialsRejected,
  PlatformUnavailable,
  RequestRejected,
} from '../kit/platform-problems.ts'

interface WebFileOptions {
  readonly url: URL
  /** sent to the address itself, not to where it redirects */
  readonly credentials: { readonly username: string; readonly password: string } | null
  readonly network: NetworkAccess
}

const MAX_REDIRECTS = 5

/** The validators of an answer, as text. */
const versionOf = ({ etag, 'last-modified': modified }: Dispatcher.ResponseData['headers']): string | null => {
  const known = { ...(etag ? { etag: String(etag) } : {}), ...(modified ? { modified: String(modified) } : {}) }
  return Object.keys(known).length === 0 ? null : JSON.stringify(known)
}

const conditionOf = (version: string | null): Record<string, string> => {
  if (version === null) return {}
  const { etag, modified }: { etag?: string; modified?: string } = JSON.parse(version)
  return { ...(etag ? { 'if-none-match': etag } : {}), ...(modified ? { 'if-modified-since': modified } : {}) }
}

/** The last part of the path, without what is not for a file's name. */
const nameOf = ({ hostname, pathname }: URL): string => {
  const last = pathname.split('/').filter(Boolean).at(-1) ?? hostname
  try {
    return decodeURIComponent(last)
      .replace(/[/\\\p{Cc}]/gu, ' ')
      .slice(0, 200)
  } catch {
    return last.slice(0, 200)
  }
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

/** Plain HTTP only between fakes on this computer. */
const assertSecure = (url: URL, { allowPrivate }: NetworkAccess): URL => {
  if (url.protocol !== 'https:' && !allowPrivate) throw new AddressNotAllowed()
  return checkAddress(url, { allowPrivate })
}

/** One file at an HTTPS URL. Redirects are followed, each checked like the address itself. */
export const openWebFile = ({ url, credentials, network }: WebFileOptions): FileSource => {
  const agent = createGuardedAgent(network)
  const first = assertSecure(url, network)
  const noLimit = new AbortController().signal

  const get = async (target: URL, headers: Record<string, string>, redirects = 0): Promise<Dispatcher.ResponseData> => {
    network.beforeCall()
    const own =
      credentials && target.origin === first.origin
        ? { authorization: basicAuth(credentials.username, credentials.password) }
        : {}
    const answer = await request(target, {
      dispatcher: agent,
      signal: network.signal,
      headers: { 'user-agent': 'Cuvee', ...headers, ...own },
    })
    if (!isRedirect(answer.statusCode)) return answer
    await answer.body.dump()
    const next = URL.parse(String(answer.headers.location ?? ''), target)
    if (!next || redirects === MAX_REDIRECTS) throw new RequestRejected('The address redirects too often')
    return get(assertSecure(next, network), headers, redirects + 1)
  }

  const asProblem = (error: unknown): unknown => {
    const failure = callFailure(error, network.signal, noLimit)
    return failure instanceof TransientError ? new PlatformUnavailable(failure.message) : failure
  }

  async function* contentOf({ body }: Dispatcher.ResponseData): AsyncGenerator<Uint8Array> {
    try {
      yield* body
    } catch (error) {
      throw asProblem(error)
    }
  }

  const download = async (known: string | null): Promise<DownloadedFile | null> => {
    try {
      const answer = await get(first, conditionOf(known))
      if (answer.statusCode === 304) {
        await answer.body.dump()
        return null
      }
      const problem = responseProblem(answer)
      if (problem) {
        await answer.body.dump()
        throw problem
      }
      return { content: Readable.from(contentOf(answer)), version: versionOf(answer.headers) }
    } catch (error) {
      throw asProblem(error)
    }
  }

  return {
    list: async (): Promise<readonly RemoteFile[]> => [
      { name: nameOf(url), size: null, modified: null, version: null },
    ],
    download: (_file, known) => download(known),
    learned: {},
    close: () => agent.destroy(),
  }
}

const PAGE_INSTEAD =
  'The address leads to a web page, not to a file. For a Google sheet, allow anyone with the link to view it, or publish it as CSV.'

const responseProblem = ({ statusCode, headers }: Dispatcher.ResponseData): Error | null => {
  if (statusCode === 401 || statusCode === 403)
    return new CredentialsRejected('The server rejected the username or password, or the file isn’t shared')
  if (statusCode === 404 || statusCode === 410)
    return new RequestRejected('There’s no file at this address', statusCode)
  if (statusCode === 429 || statusCode >= 500)
    return new PlatformUnavailable(`The server can’t send the file at the moment (status ${statusCode})`)
  if (statusCode !== 200)
    return new RequestRejected(`The server rejected the download (status ${statusCode})`, statusCode)
  return /^text\/html\b/i.test(String(headers['content-type'] ?? '')) ? new RequestRejected(PAGE_INSTEAD) : null
}
