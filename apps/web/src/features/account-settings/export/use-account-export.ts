import { useEffect, useRef, useState } from 'react'
import { firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { download, saveFile } from '../../reports/export/download.ts'

type AccountExport =
  | { readonly kind: 'none' }
  /** `bytes` that have come so far */
  | { readonly kind: 'running'; readonly bytes: number; readonly since: number }
  | { readonly kind: 'failed'; readonly message: string }

const NONE: AccountExport = { kind: 'none' }

/** Everything of the account on its way into one file. */
export const useAccountExport = () => {
  const { rawFetch } = useRuntime()
  const [state, setState] = useState<AccountExport>(NONE)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (): Promise<void> => {
    const abort = new AbortController()
    running.current = abort
    const { signal } = abort
    const since = Date.now()
    const onBytes = (bytes: number): void => {
      if (!signal.aborted) setState({ kind: 'running', bytes, since })
    }
    onBytes(0)
    try {
      saveFile(await download(rawFetch, ['/account/export'], { signal, fallbackName: 'cuvee-export.zip', onBytes }))
      setState(NONE)
      toast.success('Your data is downloaded')
    } catch (error) {
      if (signal.aborted) return
      setState({ kind: 'failed', message: firstMessage(error, 'The file could not be made. Please try again.') })
    }
  }
  const cancel = (): void => {
    running.current?.abort()
    setState(NONE)
  }
  return { state, start: () => void start(), cancel }
}
