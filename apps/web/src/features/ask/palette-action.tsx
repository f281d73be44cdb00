import { Spotlight } from '@mantine/spotlight'
import type { Icon } from '@tabler/icons-react'
import { createContext, use, useId } from 'react'

const MarkedContext = createContext<string | undefined>(undefined)

/** Tells the actions below which of them is selected. */
export const MarkedAction = MarkedContext.Provider

interface PaletteActionProps {
  readonly label: string
  readonly description?: string | null
  readonly icon: Icon
  /** the result is shown in the palette */
  readonly staysOpen?: boolean
  readonly onChoose: () => void
}

/** A page to open or a command to run. */
export const PaletteAction = ({ label, description = null, icon: Sign, staysOpen, onChoose }: PaletteActionProps) => {
  const id = useId()
  const isMarked = use(MarkedContext) === id
  return (
    <Spotlight.Action
      // The link component sets this property itself.
      ref={(element: HTMLButtonElement | null) => {
        if (element !== null) element.id = id
      }}
      role="option"
      aria-selected={isMarked}
      data-selected={isMarked || undefined}
      label={label}
      {...(description === null ? {} : { description })}
      leftSection={<Sign size={18} stroke={1.5} aria-hidden />}
      closeSpotlightOnTrigger={staysOpen !== true}
      onClick={onChoose}
    />
  )
}
