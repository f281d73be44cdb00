import { ActionIcon, Group, Menu } from '@mantine/core'
import { IconDeviceFloppy, IconLayoutDashboard, IconPlus, IconStar, IconTrash } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { UndoRedo, type UndoRedoProps } from '#web/app/draft/undo-redo.tsx'
import { LockedButton, PlanLock, PlanLockLabel, usePlanLock } from '#web/app/plan-lock.tsx'
import { RemoveItem } from '#web/app/remove-item.tsx'

export interface DashboardToolbarProps extends UndoRedoProps {
  /** own dashboard on a screen wide enough to arrange tiles */
  readonly canArrange: boolean
  readonly isPhone: boolean
  readonly canSave: boolean
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly addButton: Ref<HTMLButtonElement>
  readonly onAdd: () => void
  readonly onNew: () => void
  readonly onSave: () => void
  /** absent: the button is hidden */
  readonly onToggleDefault: (() => void) | null
  readonly onDelete: (() => void) | null
  /** the menu of further actions, with the given items after its own */
  readonly menu: (items: ReactNode) => ReactNode
}

/** Actions on the dashboard as a whole. */
export const DashboardToolbar = (props: DashboardToolbarProps) => (
  <Group gap={8} className="screen-only">
    {props.canArrange ? <ArrangeTools {...props} /> : null}
    {props.isPhone ? null : <ListActions {...props} />}
    {props.canSave ? (
      <LockedButton
        variant={props.isDirty ? 'filled' : 'default'}
        leftSection={<IconDeviceFloppy size={16} />}
        loading={props.isSaving}
        onClick={props.onSave}
      >
        Save
      </LockedButton>
    ) : null}
    {props.menu(props.isPhone ? <ListItems {...props} /> : null)}
  </Group>
)

/** Changes of the list of dashboards. */
const ListActions = ({ onNew, onToggleDefault, onDelete }: DashboardToolbarProps) => (
  <>
    <LockedButton variant="default" leftSection={<IconLayoutDashboard size={16} />} onClick={onNew}>
      New Dashboard
    </LockedButton>
    {onToggleDefault ? (
      <PlanLock hint="Set as default">
        {(lock) => (
          <ActionIcon variant="default" size={36} aria-label="Set as default" onClick={onToggleDefault} {...lock}>
            <IconStar size={18} />
          </ActionIcon>
        )}
      </PlanLock>
    ) : null}
    {onDelete ? (
      <LockedButton variant="default" leftSection={<IconTrash size={16} />} onClick={onDelete}>
        Delete
      </LockedButton>
    ) : null}
  </>
)

/** The same on a phone, in the menu. */
const ListItems = ({ onNew, onToggleDefault, onDelete }: DashboardToolbarProps) => {
  const disabled = usePlanLock() !== null
  return (
    <>
      <Menu.Divider />
      <PlanLockLabel />
      <Menu.Item leftSection={<IconLayoutDashboard size={16} />} onClick={onNew} disabled={disabled}>
        New Dashboard
      </Menu.Item>
      {onToggleDefault ? (
        <Menu.Item leftSection={<IconStar size={16} />} onClick={onToggleDefault} disabled={disabled}>
          Set as default
        </Menu.Item>
      ) : null}
      {onDelete ? (
        <RemoveItem onClick={onDelete} disabled={disabled}>
          Delete
        </RemoveItem>
      ) : null}
    </>
  )
}

const ArrangeTools = (props: DashboardToolbarProps) => (
  <>
    <UndoRedo {...props} />
    <LockedButton ref={props.addButton} variant="default" leftSection={<IconPlus size={16} />} onClick={props.onAdd}>
      Add Widget
    </LockedButton>
  </>
)
