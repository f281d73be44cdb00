import { IconCheck, IconUser, IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '#web/app/current-user.ts'
import { LockedItem } from '#web/app/plan-lock.tsx'
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
  const { data: assignees = [] } = useQuery(queries.insights.assignees.queryOptions())
  return (
    <>
      {assignees.map((person) => (
        <LockedItem
          key={person.userId}
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
        </LockedItem>
      ))}
      {assignee !== null && (
        <LockedItem leftSection={<IconUserOff size={16} aria-hidden />} onClick={() => onAssign(null)}>
          Nobody
        </LockedItem>
      )}
    </>
  )
}
