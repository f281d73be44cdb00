import type { ExportRequest } from '#contract/reports.ts'
import { openStream } from '#web/api/json.ts'
import type { RawFetch } from '#web/app/runtime.tsx'
import type { ReportRequest } from '../query/report-request.ts'

export interface Download {
  readonly name: string
  readonly file: Blob
}

/** The file name in a response; RFC 5987 first. */
export const fileNameIn = (disposition: string | null, fallback: string): string => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
  try {
    return encoded === undefined ? (plain ?? fallback) : decodeURIComponent(encoded)
  } catch {
    return plain ?? fallback
  }
}

interface DownloadOptions {
  readonly signal: AbortSignal
  readonly fallbackName: string
  /** bytes received so far */
  readonly onBytes: (bytes: number) => void
}

/** Fetches a streamed file. Throws the API's error before the first byte. */
export const download = async (
  rawFetch: RawFetch,
  [path, init]: Parameters<RawFetch>,
  { signal, fallbackName, onBytes }: DownloadOptions,
): Promise<Download> => {
  const response = await rawFetch(path, { ...init, signal })
  const stream = await openStream(response)
  let bytes = 0
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength
      onBytes(bytes)
      controller.enqueue(chunk)
    },
  })
  const headers = { 'content-type': response.headers.get('content-type') ?? 'application/octet-stream' }
  const file = await new Response(stream.pipeThrough(counted), { headers }).blob()
  return { name: fileNameIn(response.headers.get('content-disposition'), fallbackName), file }
}

/** Fetches a report as a file. Throws the API's error before the first byte. */
export const downloadReport = (
  rawFetch: RawFetch,
  request: ReportRequest & Pick<ExportRequest, 'format' | 'totals' | 'details'>,
  options: DownloadOptions,
): Promise<Download> => {
  const headers = { 'content-type': 'application/json' }
  return download(rawFetch, ['/reports/export', { method: 'POST', headers, body: JSON.stringify(request) }], options)
}

/** Milliseconds after which the browser has started to save the file. */
const RELEASE_AFTER = 60_000

/** Lets the browser save a file. */
export const saveFile = ({ name, file }: Download): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_AFTER)
}
