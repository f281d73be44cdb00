import { Anchor, Badge, Menu, Table, Text } from '@mantine/core'
import type { SaveListMember } from '#contract/save-list.ts'
import { useFormats } from '#ui/formats-context.tsx'
import listing from '#web/app/listing.module.css'
import { right, ScrollTable } from '#web/app/listing.tsx'
import { PlanLockLabel } from '#web/app/plan-lock.tsx'
import { AssignItems } from '#web/features/insights/assign-items.tsx'
import { reasonsText, statusColor, statusText } from './save-list-labels.ts'
import { useSaveListChanges } from './use-save-list-changes.ts'

interface MemberTableProps {
  readonly members: readonly SaveListMember[]
  readonly onOpen: (id: string) => void
}

const COLUMNS = ['Member', 'Why', right('At risk'), 'Who calls', 'Status']

/** A row per member, and on a phone a card. */
export const MemberTable = ({ members, onOpen }: MemberTableProps) => {
  const formats = useFormats()
  const amounts = members.flatMap(({ yearlyValue, expectedLoss }) => [yearlyValue, expectedLoss])
  const money = formats.column(amounts, 'currency')
  return (
    <ScrollTable label="Members to call" minWidth={680} columns={COLUMNS} hasCards="lines" highlightOnHover>
      {members.map((member) => (
        <Table.Tr key={member.id} style={{ cursor: 'pointer' }} onClick={() => onOpen(member.id)}>
          <Table.Td className={listing.name}>
            <Anchor component="button" type="button" inherit fw={500} ta="left">
              {member.name}
            </Anchor>
            <span className={listing.second}>{member.club}</span>
          </Table.Td>
          <Table.Td className={listing.name}>{reasonsText(member)}</Table.Td>
          <Table.Td ta="right" fw={600} style={{ whiteSpace: 'nowrap' }}>
            {money(member.expectedLoss)}
            <Text span fw={400} className={`${listing.second} ${listing.wideOnly}`}>
              {Math.round(member.chance * 100)}% of {money(member.yearlyValue)}
            </Text>
            <span className={listing.narrowOnly}>at risk</span>
          </Table.Td>
          <Table.Td onClick={(event) => event.stopPropagation()}>
            <AssigneeMenu member={member} />
          </Table.Td>
          <Table.Td>
            <StatusBadge member={member} />
          </Table.Td>
        </Table.Tr>
      ))}
    </ScrollTable>
  )
}

/** What was last done for a member, and the answer. */
export const StatusBadge = ({ member }: { readonly member: SaveListMember }) => (
  <Badge variant="dot" color={statusColor(member)} tt="none" fw={500} miw="max-content">
    {statusText(member)}
  </Badge>
)

/** Who calls a member, as a button that opens the choice. */
const AssigneeMenu = ({ member: { id, name, assignee } }: { readonly member: SaveListMember }) => {
  const { assign } = useSaveListChanges()
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Anchor
          component="button"
          type="button"
          inherit
          {...(assignee ? { c: 'var(--mantine-color-text)' } : {})}
          aria-label={assignee === null ? `Assign who calls ${name}` : `${assignee.name} calls ${name}`}
        >
          {assignee?.name ?? 'Assign'}
        </Anchor>
      </Menu.Target>
      <Menu.Dropdown>
        <PlanLockLabel />
        <AssignItems assignee={assignee} onAssign={(person) => assign.mutate({ id, userId: person?.userId ?? null })} />
      </Menu.Dropdown>
    </Menu>
  )
}
