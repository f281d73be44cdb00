import { Menu } from '@mantine/core'
import { IconSquare, IconSquareCheck } from '@tabler/icons-react'

interface MenuCheckItemProps {
  readonly isOn: boolean
  readonly disabled?: boolean
  readonly onToggle: () => void
  readonly children: string
}

/** An item of a menu that is on or off. The menu stays open. */
export const MenuCheckItem = ({ isOn, disabled = false, onToggle, children }: MenuCheckItemProps) => (
  <Menu.Item
    renderRoot={(props) => <button {...props} type="button" role="menuitemcheckbox" aria-checked={isOn} />}
    closeMenuOnClick={false}
    disabled={disabled}
    leftSection={isOn ? <IconSquareCheck size={16} aria-hidden /> : <IconSquare size={16} aria-hidden />}
    onClick={onToggle}
  >
    {children}
  </Menu.Item>
)
