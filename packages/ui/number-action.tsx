import { createContext, type ReactNode, useContext } from 'react'
import classes from './number-action.module.css'

/** Identifies a number: its measure, and the values of its row; an empty row if it has none. */
export interface NumberCoordinate {
  readonly measure: string
  readonly row: Readonly<Record<string, string | number | boolean | null>>
  /** tells two columns of one measure apart; default: its own formula */
  readonly aggregation?: string
}

export type NumberAction = (coordinate: NumberCoordinate) => void

const NumberActionContext = createContext<NumberAction | null>(null)

/** Lets the numbers below open their lineage; null: they are plain text. */
export const NumberActionProvider = ({ action, children }: { action: NumberAction | null; children: ReactNode }) => (
  <NumberActionContext value={action}>{children}</NumberActionContext>
)

/** Opens the lineage of a number; null where there is none. */
export const useNumberAction = (): NumberAction | null => useContext(NumberActionContext)

interface AskableNumberProps {
  readonly coordinate: NumberCoordinate
  /** accessible name of the number */
  readonly name: string
  readonly children: ReactNode
}

/** A number that is a button where an action is provided, and plain text otherwise. */
export const AskableNumber = ({ coordinate, name, children }: AskableNumberProps) => {
  const action = useContext(NumberActionContext)
  if (action === null) return children
  return (
    <button
      type="button"
      className={classes.number}
      aria-haspopup="dialog"
      aria-description={`How ${name} is calculated`}
      onClick={() => action(coordinate)}
    >
      {children}
    </button>
  )
}
