import { useEffect, useRef, useState } from 'react'
import { parseJson } from '#domain/text.ts'
import { errorFromBody, firstMessage } from '#web/api/api-error.ts'
import type { Session } from '#web/api/session/session.ts'
import { useRuntime } from '#web/app/runtime.tsx'

interface FileToSend {
  readonly apiBase: string
  readonly session: Session
  readonly serviceId: string
  /** several must have the same columns */
  readonly files: readonly File[]
  /** uploaded share, 0 to 1 */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

const MAX_NAME_LENGTH = 255

const joinFileNames = (files: readonly File[]): string =>
  files
    .map(({ name }) => name)
    .join(', ')
    .slice(0, MAX_NAME_LENGTH)

const formOf = (files: readonly File[]): FormData => {
  const form = new FormData()
  for (const file of files) form.append('file', file)
  return form
}

/** Uses XMLHttpRequest, since `fetch` does not report upload progress. */
const post = ({ apiBase, session, serviceId, files, onProgress, signal }: FileToSend): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const [file] = files
    const stop = () => request.abort()
    request.open(
      'POST',
      `${apiBase}/service/${encodeURIComponent(serviceId)}/files?${new URLSearchParams({ name: joinFileNames(files) })}`,
    )
    request.setRequestHeader('authorization', `Bearer ${session.current()?.accessToken ?? ''}`)
    // The browser states the type of a form with its boundary.
    if (files.length === 1) request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve({ status: request.status, body: parseJson(request.responseText) })
    request.onerror = () => reject(new Error('The file couldn’t be uploaded. Check your connection.'))
    request.onabort = () => reject(signal.reason)
    request.onloadend = () => signal.removeEventListener('abort', stop)
    signal.addEventListener('abort', stop)
    request.send(files.length === 1 ? file : formOf(files))
  })

const isFileAnswer = (body: unknown): body is { fileId: string } =>
  typeof body === 'object' && body !== null && 'fileId' in body && typeof body.fileId === 'string'

/**
 * Uploads a file for preview and import; resolves to its id. Follows the session rules of all calls: fresh token, one retry
 * after a 401, sign-out on a 403. An error response throws an ORPCError, an abort the signal's reason.
 */
const sendFile = async (options: FileToSend): Promise<string> => {
  const { session } = options
  await session.ensureFresh()
  let answer = await post(options)
  if (answer.status === 401) {
    await session.forceRefresh()
    answer = await post(options)
    if (answer.status === 401) session.end('expired')
  }
  if (answer.status === 403) session.end('forbidden')
  if (answer.status >= 400 || !isFileAnswer(answer.body)) throw errorFromBody(answer.body, answer.status)
  return answer.body.fileId
}

export type UploadState =
  | { readonly kind: 'idle'; readonly failure: string | null }
  | { readonly kind: 'sending'; readonly fileName: string; readonly share: number }
  | { readonly kind: 'sent'; readonly fileId: string; readonly fileName: string; readonly reuseRun: string | null }

const IDLE: UploadState = { kind: 'idle', failure: null }

const messageOf = (error: unknown): string => firstMessage(error, error instanceof Error ? error.message : undefined)

/** Uploads one file, or several as one, at a time to a service. */
export const useFileUpload = (serviceId: string) => {
  const { apiBase, session } = useRuntime()
  const [state, setState] = useState<UploadState>(IDLE)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  /** `reuseRun`: the import whose settings are proposed for the file */
  const send = async (files: readonly File[], reuseRun: string | null = null): Promise<void> => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const fileName = joinFileNames(files)
    setState({ kind: 'sending', fileName, share: 0 })
    const onProgress = (share: number) => setState({ kind: 'sending', fileName, share })
    try {
      const fileId = await sendFile({ apiBase, session, serviceId, files, onProgress, signal })
      setState({ kind: 'sent', fileId, fileName, reuseRun })
    } catch (error) {
      setState(signal.aborted ? IDLE : { kind: 'idle', failure: messageOf(error) })
    }
  }

  const reset = () => {
    running.current?.abort()
    setState(IDLE)
  }

  return { state, send, reset }
}
