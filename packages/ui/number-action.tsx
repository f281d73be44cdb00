import { createContext, type ReactNode, useContext } from 'react'
import classes from './number-action.module.css'

/** A number of what is shown: its measure, and the values of the row it stands in; an empty row for one that has none. */
export interface NumberPlace {
  readonly measure: string
  readonly row: Readonly<Record<string, string | number | boolean | null>>
}

export type NumberAction = (place: NumberPlace) => void

const NumberActionContext = createContext<NumberAction | null>(null)

/** Numbers below can be asked where they come from; null: they are only read. */
export const NumberActionProvider = ({ action, children }: { action: NumberAction | null; children: ReactNode }) => (
  <NumberActionContext value={action}>{children}</NumberActionContext>
)

interface AskableNumberProps {
  readonly place: NumberPlace
  /** what the number is, for those who hear it alone */
  readonly name: string
  readonly children: ReactNode
}

/** A number that can be pressed where somebody answers, and plain text where nobody does. */
export const AskableNumber = ({ place, name, children }: AskableNumberProps) => {
  const action = useContext(NumberActionContext)
  if (action === null) return children
  return (
    <button
      type="button"
      className={classes.number}
      aria-haspopup="dialog"
      aria-description={`How ${name} is calculated`}
      onClick={() => action(place)}
    >
      {children}
    </button>
  )
}
