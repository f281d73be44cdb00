import { ActionIcon, Button, Kbd } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { OpenPalette } from './palette-host.tsx'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the palette from the header; an icon on small screens. */
export const PaletteButton = ({ onOpen }: { onOpen: OpenPalette }) => (
  <>
    <Button
      variant="default"
      size="xs"
      visibleFrom="md"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={<Kbd size="xs">{isApple ? '⌘ K' : 'Ctrl K'}</Kbd>}
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      onClick={onOpen}
    >
      Search or ask
    </Button>
    <ActionIcon variant="subtle" color="gray" size="lg" hiddenFrom="md" aria-label="Search or ask" onClick={onOpen}>
      <IconSearch stroke={1.5} aria-hidden />
    </ActionIcon>
  </>
)
