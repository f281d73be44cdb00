import { Button, Menu } from '@mantine/core'
import type { SaveListMember } from '#contract/save-list.ts'
import { PlanLockLabel } from '#web/app/plan-lock.tsx'
import { AssignItems } from '#web/features/insights/assign-items.tsx'
import { useSaveListChanges } from './use-save-list-changes.ts'

/** Who calls a member, as a button that opens the choice. */
export const AssigneeMenu = ({ member: { id, name, assignee } }: { member: SaveListMember }) => {
  const { assign } = useSaveListChanges()
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          ml={-8}
          fw={400}
          c={assignee === null ? 'dimmed' : 'var(--mantine-color-text)'}
          aria-label={assignee === null ? `Assign who calls ${name}` : `${assignee.name} calls ${name}`}
        >
          {assignee?.name ?? 'Assign'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <PlanLockLabel />
        <AssignItems assignee={assignee} onAssign={(person) => assign.mutate({ id, userId: person?.userId ?? null })} />
      </Menu.Dropdown>
    </Menu>
  )
}
