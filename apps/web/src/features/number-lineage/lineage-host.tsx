import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useState } from 'react'
import type { ExplainRequest } from '#contract/reports.ts'
import { ReaderFormats } from '#web/app/reader-formats.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** the number whose lineage is open over the page */
    readonly explained?: ExplainRequest
  }
}

export type Explain = (request: ExplainRequest) => void

/** Opens the lineage of a number as an entry of the history, so that Back closes it and stays on the page. */
export const useExplain = (): Explain => {
  const navigate = useNavigate()
  return useCallback(
    (explained) => {
      void navigate({ to: '.', search: true, hash: true, resetScroll: false, state: { explained } })
    },
    [navigate],
  )
}

const NumberLineage = lazy(() => import('./number-lineage.tsx').then((m) => ({ default: m.NumberLineage })))

/** The open lineage. Its code is loaded when one is first opened. */
export const LineageHost = () => {
  const { history } = useRouter()
  const request = useLocation({ select: ({ state }) => state.explained ?? null })
  const [wasOpened, setWasOpened] = useState(false)
  if (request !== null && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <ReaderFormats>
      <Suspense fallback={null}>
        <NumberLineage request={request} onClose={history.back} />
      </Suspense>
    </ReaderFormats>
  )
}
