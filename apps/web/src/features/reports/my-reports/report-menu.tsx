import { Menu } from '@mantine/core'
import { IconCopy, IconCursorText, IconLock, IconMail, IconPencil, IconTable, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SavedReport } from '#contract/saved-reports.ts'
import { askToConfirm } from '#web/app/dialog.tsx'
import { ActionMenu } from '#web/app/listing.tsx'
import { LockedItem, PlanLockLabel, usePlanLock } from '#web/app/plan-lock.tsx'
import { RemoveItem } from '#web/app/remove-item.tsx'
import type { ReportChanges, ReportRights } from './use-report-changes.tsx'

export interface ReportMenuProps {
  readonly report: SavedReport
  readonly rights: ReportRights
  readonly changes: ReportChanges
  readonly onRename: () => void
  readonly onSchedules: () => void
}

const confirmRemoval = ({ report, changes }: ReportMenuProps) =>
  askToConfirm({
    title: `Delete ${report.name}?`,
    text: report.isPublic
      ? 'Your colleagues will lose access too. It stays in the trash for 30 days.'
      : 'It stays in the trash for 30 days.',
    confirm: 'Delete report',
    onConfirm: () => changes.remove.mutate(report),
  })

/** Actions on a report in the list; a colleague's can only be opened and copied. */
export const ReportMenu = (props: ReportMenuProps) => {
  const { report, rights, changes, onRename, onSchedules } = props
  const { id, name, isOwn } = report
  const isLocked = usePlanLock() !== null
  // The rename field takes the focus, which the menu would restore when it closes.
  const [isLettingGo, setLettingGo] = useState(false)
  const handleRename = (): void => {
    setLettingGo(true)
    onRename()
  }
  return (
    <ActionMenu label={`Actions for ${name}`} returnFocus={!isLettingGo} onOpen={() => setLettingGo(false)}>
      <PlanLockLabel />
      {rights.canRun ? (
        <Menu.Item component={Link} to={`/reports/my/${id}`} leftSection={<IconTable size={14} />}>
          Open
        </Menu.Item>
      ) : null}
      {rights.canRun && isOwn ? (
        <Menu.Item component={Link} to={`/reports/my/${id}/edit`} leftSection={<IconPencil size={14} />}>
          Edit
        </Menu.Item>
      ) : null}
      {isOwn ? (
        <LockedItem leftSection={<IconCursorText size={14} />} onClick={handleRename}>
          Rename
        </LockedItem>
      ) : null}
      <LockedItem leftSection={<IconCopy size={14} />} onClick={() => changes.copy.mutate(report)}>
        Copy
      </LockedItem>
      {isOwn && rights.canShare && (rights.hasSharedList || report.isPublic) ? (
        <LockedItem
          leftSection={report.isPublic ? <IconLock size={14} /> : <IconUsers size={14} />}
          onClick={() => changes.change.mutate({ report, isPublic: !report.isPublic })}
        >
          {report.isPublic ? 'Stop sharing' : 'Share with everyone'}
        </LockedItem>
      ) : null}
      {rights.canShare ? (
        <Menu.Item leftSection={<IconMail size={14} />} onClick={onSchedules}>
          Send on a schedule…
        </Menu.Item>
      ) : null}
      {isOwn ? (
        <>
          <Menu.Divider />
          <RemoveItem disabled={isLocked} onClick={() => confirmRemoval(props)}>
            Delete
          </RemoveItem>
        </>
      ) : null}
    </ActionMenu>
  )
}
