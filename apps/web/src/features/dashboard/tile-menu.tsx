import { ActionIcon, Menu } from '@mantine/core'
import { IconChartBar, IconDots, IconSettings, IconTable, IconTrash } from '@tabler/icons-react'
import classes from './tile.module.css'

export interface TileMenuProps {
  readonly title: string
  readonly canEdit: boolean
  readonly isTable: boolean
  readonly hasTable: boolean
  readonly onConfigure: () => void
  readonly onToggleTable: () => void
  readonly onRemove: () => void
}

/** Actions on a tile. */
export const TileMenu = ({
  title,
  canEdit,
  isTable,
  hasTable,
  onConfigure,
  onToggleTable,
  onRemove,
}: TileMenuProps) => {
  if (!canEdit && !hasTable) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          className={classes.menuButton}
          aria-label={`Options for ${title}`}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {hasTable ? (
          <Menu.Item
            leftSection={isTable ? <IconChartBar size={16} /> : <IconTable size={16} />}
            onClick={onToggleTable}
          >
            {isTable ? 'Show as chart' : 'Show as table'}
          </Menu.Item>
        ) : null}
        {canEdit ? (
          <>
            <Menu.Item leftSection={<IconSettings size={16} />} onClick={onConfigure}>
              Settings
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onRemove}>
              Remove
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
