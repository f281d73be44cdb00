import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

/** Up to this width a page has a phone's controls. */
const PHONE = '(max-width: 620px)'

/** Whether the window is as narrow as a phone. */
export const useIsPhone = (): boolean => useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) === true

interface MoreMenuProps {
  /** what the actions are on, such as `report` */
  readonly subject: string
  /** items */
  readonly children: ReactNode
}

/** What can be done on a page besides its primary action, which stands before it. */
export const MoreMenu = ({ subject, children }: MoreMenuProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Menu position="bottom-end" withinPortal opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Tooltip label="More actions" disabled={isOpen}>
          <ActionIcon size={36} aria-label={`Actions for this ${subject}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
