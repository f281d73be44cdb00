import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconDeviceFloppy, IconLayoutDashboard, IconPlus, IconStar, IconTrash } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { UndoRedo, type UndoRedoProps } from '#web/app/draft/undo-redo.tsx'
import { PlanLock, PlanLockLabel, usePlanLock } from '#web/app/plan-lock.tsx'

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

const ArrangeTools = (props: DashboardToolbarProps) => (
  <>
    <UndoRedo {...props} />
    <PlanLock>
      {(lock) => (
        <Button
          ref={props.addButton}
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={props.onAdd}
          {...lock}
        >
          Add Widget
        </Button>
      )}
    </PlanLock>
  </>
)
