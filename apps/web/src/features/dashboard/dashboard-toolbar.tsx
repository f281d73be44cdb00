import { ActionIcon, Button, Group, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDeviceFloppy,
  IconLayoutDashboard,
  IconPlus,
  IconStar,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { PlanLock, PlanLockLabel, usePlanLock } from '#web/app/plan-lock.tsx'

export interface DashboardToolbarProps {
  /** own dashboard on a screen wide enough to arrange tiles */
  readonly canArrange: boolean
  readonly isPhone: boolean
  readonly canSave: boolean
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly addButton: Ref<HTMLButtonElement>
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly onAdd: () => void
  readonly onNew: () => void
  readonly onSave: () => void
  /** absent: the button is hidden */
  readonly onToggleDefault: (() => void) | null
  readonly onDelete: (() => void) | null
  /** the menu of further actions, with the given items after its own */
  readonly menu: (items: ReactNode) => ReactNode
}

const IconAction = ({ label, onClick, disabled, children }: IconActionProps) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={onClick} disabled={disabled}>
      {children}
    </ActionIcon>
  </Tooltip>
)

interface IconActionProps {
  readonly label: string
  readonly onClick: () => void
  readonly disabled: boolean
  readonly children: ReactNode
}

/** Actions on the dashboard as a whole. */
export const DashboardToolbar = (props: DashboardToolbarProps) => (
  <Group gap={8} className="screen-only">
    {props.canArrange ? <ArrangeTools {...props} /> : null}
    {props.isPhone ? null : <ListActions {...props} />}
    {props.canSave ? (
      <PlanLock>
        {(lock) => (
          <Button
            variant={props.isDirty ? 'filled' : 'default'}
            leftSection={<IconDeviceFloppy size={16} />}
            loading={props.isSaving}
            onClick={props.onSave}
            {...lock}
          >
            Save
          </Button>
        )}
      </PlanLock>
    ) : null}
    {props.menu(props.isPhone ? <ListItems {...props} /> : null)}
  </Group>
)

/** Changes of the list of dashboards. */
const ListActions = ({ onNew, onToggleDefault, onDelete }: DashboardToolbarProps) => (
  <>
    <PlanLock>
      {(lock) => (
        <Button variant="default" leftSection={<IconLayoutDashboard size={16} />} onClick={onNew} {...lock}>
          New Dashboard
        </Button>
      )}
    </PlanLock>
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
      <PlanLock>
        {(lock) => (
          <Button variant="default" leftSection={<IconTrash size={16} />} onClick={onDelete} {...lock}>
            Delete
          </Button>
        )}
      </PlanLock>
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
        <Menu.Item
          color="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} />}
          onClick={onDelete}
          disabled={disabled}
        >
          Delete
        </Menu.Item>
      ) : null}
    </>
  )
}

const ArrangeTools = ({ canUndo, canRedo, onUndo, onRedo, onAdd, addButton }: DashboardToolbarProps) => (
  <>
    <IconAction label="Undo" onClick={onUndo} disabled={!canUndo}>
      <IconArrowBackUp size={18} />
    </IconAction>
    <IconAction label="Redo" onClick={onRedo} disabled={!canRedo}>
      <IconArrowForwardUp size={18} />
    </IconAction>
    <PlanLock>
      {(lock) => (
        <Button ref={addButton} variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd} {...lock}>
          Add Widget
        </Button>
      )}
    </PlanLock>
  </>
)
