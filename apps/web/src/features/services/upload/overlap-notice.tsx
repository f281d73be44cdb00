import { Button, Checkbox, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ImportCheck } from '#contract/imports.ts'
import { largelyExist } from '#domain/commerce.ts'
import { formatCount } from '#web/app/format.ts'
import { Notice } from '#web/app/notice.tsx'

type Overlap = ImportCheck['overlaps'][number]

/** The service that has many of the file's orders; null if none has. */
export const findDuplicates = ({ overlaps, totals }: ImportCheck): Overlap | null => {
  const [most] = overlaps
  const orders = totals.rows.orders ?? 0
  return most && largelyExist(most.orders, orders) ? most : null
}

interface OverlapNoticeProps {
  readonly overlap: Overlap
  /** orders of the file */
  readonly orders: number
  readonly isAccepted: boolean
  readonly onReplace: () => void
  readonly onAccept: () => void
}

/** Warns that an import would count orders twice, before anything is written. */
export const OverlapNotice = ({ overlap, orders, isAccepted, onReplace, onAccept }: OverlapNoticeProps) => (
  <Notice
    tone="warning"
    role="alert"
    icon={<IconAlertTriangle size={20} aria-hidden />}
    title={`${formatCount(overlap.orders)} of ${formatCount(orders)} orders already exist in ${overlap.name}`}
  >
    <Text size="sm">
      {overlap.acceptsFiles
        ? 'Importing them here as well would count them twice. Import the file into that service to replace them.'
        : 'They’re synced from that service. Importing them here as well would count them twice.'}
    </Text>
    <Group gap="xs" mt="xs">
      {overlap.acceptsFiles && (
        <Button size="xs" onClick={onReplace}>
          Import into {overlap.name}
        </Button>
      )}
      <Button size="xs" variant="default" disabled={isAccepted} onClick={onAccept}>
        {isAccepted ? 'Both will be kept' : 'Keep both'}
      </Button>
    </Group>
  </Notice>
)

interface AcceptNoticeProps {
  readonly title: string
  /** what is accepted */
  readonly label: string
  readonly isAccepted: boolean
  readonly onAccept: (isAccepted: boolean) => void
  readonly children: ReactNode
}

/** Asks before an import does what may not be meant. */
export const AcceptNotice = ({ title, label, isAccepted, onAccept, children }: AcceptNoticeProps) => (
  <Notice tone="warning" role="alert" icon={<IconAlertTriangle size={20} aria-hidden />} title={title}>
    <Text size="sm">{children}</Text>
    <Checkbox
      mt="xs"
      label={label}
      checked={isAccepted}
      onChange={({ currentTarget }) => onAccept(currentTarget.checked)}
    />
  </Notice>
)
