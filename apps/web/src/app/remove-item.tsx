import { Menu } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface RemoveItemProps {
  readonly disabled?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** The item of a menu that removes what the menu is about. */
export const RemoveItem = (props: RemoveItemProps) => (
  <Menu.Item color="var(--mantine-color-error)" leftSection={<IconTrash size={16} aria-hidden />} {...props} />
)
