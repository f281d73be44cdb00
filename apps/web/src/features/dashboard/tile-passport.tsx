import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useMemo, useState } from 'react'
import type { ExplainRequest } from '#contract/reports.ts'
import { isPermitted } from '#domain/permission.ts'
import { type NumberAction, NumberActionProvider } from '#ui/number-action.tsx'
import { useCurrentUser } from '#web/app/current-user.ts'

// Opens on a click only; its code waits until then.
const NumberPassport = lazy(() =>
  import('../number-passport/number-passport.tsx').then((m) => ({ default: m.NumberPassport })),
)

interface TileOfNumber {
  readonly type: string
  readonly props: Readonly<Record<string, unknown>>
}

type AskTile = (widget: TileOfNumber, ...number: Parameters<NumberAction>) => void

const AskContext = createContext<AskTile | null>(null)

interface TilePassportProviderProps {
  readonly includeClubOrders: boolean
  readonly children: ReactNode
}

/** Answers where the numbers of the tiles below come from, to those who may read reports. */
export const TilePassportProvider = ({ includeClubOrders, children }: TilePassportProviderProps) => {
  const user = useCurrentUser()
  const mayAsk = user !== null && isPermitted(user.roles, 'reports')
  const [request, setRequest] = useState<ExplainRequest | null>(null)
  const [wasAsked, setWasAsked] = useState(false)
  const ask = useCallback<AskTile>(
    ({ type, props }, { measure, row }) => {
      setWasAsked(true)
      setRequest({ widget: { type, props: { ...props } }, includeClubOrders, cell: { measure, row: { ...row } } })
    },
    [includeClubOrders],
  )
  return (
    <AskContext value={mayAsk ? ask : null}>
      {children}
      <Suspense fallback={null}>
        {wasAsked ? <NumberPassport request={request} onClose={() => setRequest(null)} /> : null}
      </Suspense>
    </AskContext>
  )
}

interface TileNumbersProps {
  readonly type: string
  /** as the widget's definition parsed them */
  readonly settings: Readonly<Record<string, unknown>>
  readonly children: ReactNode
}

/** Makes the numbers of a tile ask for their own passport. */
export const TileNumbers = ({ type, settings, children }: TileNumbersProps) => {
  const ask = useContext(AskContext)
  const action = useMemo<NumberAction | null>(
    () => (ask === null ? null : (place) => ask({ type, props: settings }, place)),
    [ask, type, settings],
  )
  return <NumberActionProvider action={action}>{children}</NumberActionProvider>
}
