import { useEffect, useRef, useState } from 'react'
import { firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { sendFile } from './send-file.ts'

export type UploadState =
  | { readonly kind: 'idle'; readonly failure: string | null }
  | { readonly kind: 'sending'; readonly file: File; readonly share: number }
  | { readonly kind: 'sent'; readonly fileId: string; readonly fileName: string }

const IDLE: UploadState = { kind: 'idle', failure: null }

const messageOf = (error: unknown): string => firstMessage(error, error instanceof Error ? error.message : undefined)

/** Sends one file at a time to a service. */
export const useFileUpload = (serviceId: string) => {
  const { apiBase, session } = useRuntime()
  const [state, setState] = useState<UploadState>(IDLE)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const send = async (file: File): Promise<void> => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setState({ kind: 'sending', file, share: 0 })
    const onProgress = (share: number) => setState({ kind: 'sending', file, share })
    try {
      const fileId = await sendFile({ apiBase, session, serviceId, file, onProgress, signal })
      setState({ kind: 'sent', fileId, fileName: file.name })
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
