import { createContext, type ReactNode, useContext, useState } from 'react'
import type { HomeNumber } from '#contract/home.ts'
import type { ExplainRequest } from '#contract/reports.ts'
import { AskableNumber, NumberActionProvider } from '#ui/number-action.tsx'
import { LazyNumberLineage } from '#web/features/number-lineage/lazy-number-lineage.tsx'

type Explain = (number: HomeNumber, period: 'current' | 'previous') => void

const ExplainContext = createContext<Explain>(() => undefined)

/** Shows how the numbers below are calculated. */
export const HomeLineageProvider = ({ children }: { children: ReactNode }) => {
  const [request, setRequest] = useState<ExplainRequest | null>(null)
  const explain: Explain = ({ lineage }, period) => {
    setRequest({ ...lineage, cell: { ...lineage.cell, period } })
  }
  return (
    <ExplainContext value={explain}>
      {children}
      <LazyNumberLineage request={request} onClose={() => setRequest(null)} />
    </ExplainContext>
  )
}

interface ExplainedProps {
  readonly number: HomeNumber
  readonly period?: 'current' | 'previous'
  readonly children: ReactNode
}

/** Lets the numbers in it open the lineage of one number. */
export const Explained = ({ number, period = 'current', children }: ExplainedProps) => {
  const explain = useContext(ExplainContext)
  return <NumberActionProvider action={() => explain(number, period)}>{children}</NumberActionProvider>
}

const NO_ROW = {}

/** A text that is the value of a number. */
export const ExplainedText = ({ number, period = 'current', children }: ExplainedProps) => (
  <Explained number={number} period={period}>
    <AskableNumber
      coordinate={{ measure: number.lineage.cell.measure, row: NO_ROW }}
      name={period === 'previous' ? `${number.label}, last year` : number.label}
    >
      {children}
    </AskableNumber>
  </Explained>
)
