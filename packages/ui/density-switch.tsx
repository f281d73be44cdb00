import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLineHeight } from '@tabler/icons-react'
import { useDensity } from './density.ts'

/** Switches all tables between comfortable and compact rows. Not on phones, where rows are for fingers. */
export const DensitySwitch = () => {
  const { density, setDensity } = useDensity()
  const isCompact = density === 'compact'
  return (
    <Tooltip label="Compact rows">
      <ActionIcon
        variant={isCompact ? 'light' : 'subtle'}
        color="gray"
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
