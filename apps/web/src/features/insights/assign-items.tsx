import { Menu } from '@mantine/core'
import { IconCheck, IconUser, IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '#web/app/current-user.ts'
import { usePlanLock } from '#web/app/plan-lock.tsx'
import { useRuntime } from '#web/app/runtime.tsx'

interface Person {
  readonly userId: string
  readonly name: string
}

interface AssignItemsProps {
  readonly assignee: Person | null
  /** null: nobody */
  readonly onAssign: (person: Person | null) => void
}

/** The users whom something can be assigned to, in a menu. */
export const AssignItems = ({ assignee, onAssign }: AssignItemsProps) => {
  const { queries } = useRuntime()
  const user = useCurrentUser()
  const isLocked = usePlanLock() !== null
  const { data: assignees = [] } = useQuery(queries.insights.assignees.queryOptions())
  return (
    <>
      {assignees.map((person) => (
        <Menu.Item
          key={person.userId}
          disabled={isLocked}
          leftSection={
            person.userId === assignee?.userId ? (
              <IconCheck size={16} aria-hidden />
            ) : (
              <IconUser size={16} aria-hidden />
            )
          }
          onClick={() => onAssign(person)}
        >
          {person.userId === user?.id ? `${person.name} (you)` : person.name}
        </Menu.Item>
      ))}
      {assignee !== null && (
        <Menu.Item
          disabled={isLocked}
          leftSection={<IconUserOff size={16} aria-hidden />}
          onClick={() => onAssign(null)}
        >
          Nobody
        </Menu.Item>
      )}
    </>
  )
}
