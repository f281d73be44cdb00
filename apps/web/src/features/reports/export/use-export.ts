import { useCallback, useEffect, useRef, useState } from 'react'
import type { ExportFormat } from '#contract/reports.ts'
import { errorStatus, firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import type { ReportRequest } from '../query/report-request.ts'
import { downloadReport, saveFile } from './download.ts'

export type ExportState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly format: ExportFormat; readonly bytes: number }
  | { readonly kind: 'failed'; readonly format: ExportFormat; readonly message: string; readonly isTooLarge: boolean }

const NONE: ExportState = { kind: 'none' }

/** Exports a report to a file, one at a time. */
export const useExport = (request: ReportRequest, title: string) => {
  const { rawFetch } = useRuntime()
  const [state, setState] = useState<ExportState>(NONE)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = useCallback(
    async (format: ExportFormat) => {
      running.current?.abort()
      const abort = new AbortController()
      running.current = abort
      setState({ kind: 'running', format, bytes: 0 })
      try {
        const download = await downloadReport(
          rawFetch,
          { ...request, format },
          {
            signal: abort.signal,
            fallbackName: `${title}.${format}`,
            onBytes: (bytes) => {
              if (!abort.signal.aborted) setState({ kind: 'running', format, bytes })
            },
          },
        )
        saveFile(download)
        setState(NONE)
      } catch (error) {
        if (abort.signal.aborted) return
        const message = firstMessage(error, 'The file couldn’t be created. Please try again.')
        setState({ kind: 'failed', format, message, isTooLarge: errorStatus(error) === 413 })
      }
    },
    [rawFetch, request, title],
  )
  const cancel = useCallback(() => {
    running.current?.abort()
    setState(NONE)
  }, [])
  return { state, start: (format: ExportFormat) => void start(format), cancel, dismiss: () => setState(NONE) }
}
