import type { ReactNode } from 'react'
import type { HomeNumber } from '#contract/home.ts'
import { AskableNumber, NumberActionProvider } from '#ui/number-action.tsx'
import { useExplain } from '#web/features/number-lineage/lineage-host.tsx'

interface ExplainedProps {
  readonly number: HomeNumber
  readonly period?: 'current' | 'previous'
  readonly children: ReactNode
}

/** Lets the numbers in it open the lineage of one number. */
export const Explained = ({ number, period = 'current', children }: ExplainedProps) => {
  const explain = useExplain()
  const { lineage } = number
  const action = () => explain({ ...lineage, cell: { ...lineage.cell, period } })
  return <NumberActionProvider action={action}>{children}</NumberActionProvider>
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
