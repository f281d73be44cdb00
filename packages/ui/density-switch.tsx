import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLineHeight } from '@tabler/icons-react'
import { createStoredChoice, useStoredChoice } from './stored-choice.ts'

/** How closely the rows of all tables are set. */
type Density = 'comfortable' | 'compact'

/** Pixels of a row. */
const ROW_HEIGHTS: Readonly<Record<Density, number>> = { comfortable: 36, compact: 30 }

const choice = createStoredChoice('table-density')

const setDensity = (density: Density): void => choice.write(density)

/** The reader's density with its row height in pixels, and how to change it. */
export const useDensity = () => {
  const density: Density = useStoredChoice(choice) === 'compact' ? 'compact' : 'comfortable'
  return { density, rowHeight: ROW_HEIGHTS[density], setDensity }
}

/** Switches all tables between comfortable and compact rows. Not on phones, where rows are for fingers. */
export const DensitySwitch = () => {
  const { density, setDensity } = useDensity()
  const isCompact = density === 'compact'
  return (
    <Tooltip label="Compact rows">
      <ActionIcon
        variant={isCompact ? 'light' : 'subtle'}
        size={30}
        visibleFrom="sm"
        aria-label="Compact rows"
        aria-pressed={isCompact}
        onClick={() => setDensity(isCompact ? 'comfortable' : 'compact')}
      >
        <IconLineHeight size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
